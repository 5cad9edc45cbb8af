/** A download of an application (the specification, File). Times are Unix seconds. */
export interface AppFile {
  readonly id: number
  readonly appId: number
  /**
   * `share`: the address of a page that leads to the file. The server resolves it when it is saved, and now
   * and then later.
   */
  readonly kind: 'direct' | 'share'
  readonly url: string
  readonly password: string
  readonly resolvedUrl: string
  readonly resolvedAt: number | null
  /** Why the last attempt to resolve it failed. Empty after a success. */
  readonly resolveError: string
  readonly note: string
  readonly enabled: boolean
  readonly createdAt: number
}

/** The members of a file that decide its address. */
export type FileLink = Pick<AppFile, 'kind' | 'url' | 'password'>
export type FileResolution = Pick<AppFile, 'resolvedUrl' | 'resolvedAt' | 'resolveError'>

/** The state before the first attempt to resolve the link. A direct link needs none. */
export const UNRESOLVED: FileResolution = { resolvedUrl: '', resolvedAt: null, resolveError: '' }

/** The address that clients get. A shared link that can't be resolved goes out as saved. */
export function fileAddress(file: Pick<AppFile, 'kind' | 'url' | 'resolvedUrl'>): string {
  return file.kind === 'share' && file.resolvedUrl !== '' ? file.resolvedUrl : file.url
}

export function isSameLink(a: FileLink, b: FileLink): boolean {
  return a.kind === b.kind && a.url === b.url && a.password === b.password
}

/** `YYYY-MM-DD HH:MM:SS` in UTC, because clients don't know the server's time zone. */
export function fileDate(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')
}
