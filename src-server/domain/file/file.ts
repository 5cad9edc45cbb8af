/** A download of an application (specification, File). Times are Unix seconds. */
export interface AppFile {
  readonly id: number
  readonly appId: number
  /** `share`: the address of a page that leads to the file, resolved when it is saved and now and then. */
  readonly kind: 'direct' | 'share'
  readonly url: string
  readonly password: string
  readonly resolvedUrl: string
  readonly resolvedAt: number | null
  /** Why it couldn't be resolved the last time; empty when it could. */
  readonly resolveError: string
  readonly note: string
  readonly enabled: boolean
  readonly createdAt: number
}

/** What of a file decides where it leads. */
export type FileLink = Pick<AppFile, 'kind' | 'url' | 'password'>
export type FileResolution = Pick<AppFile, 'resolvedUrl' | 'resolvedAt' | 'resolveError'>

/** Nothing is known of where it leads: a direct one leads to itself, a shared one waits for its turn. */
export const UNRESOLVED: FileResolution = { resolvedUrl: '', resolvedAt: null, resolveError: '' }

/** Where clients are sent; a shared link that can't be resolved is given out as it was saved. */
export function fileAddress(file: Pick<AppFile, 'kind' | 'url' | 'resolvedUrl'>): string {
  return file.kind === 'share' && file.resolvedUrl !== '' ? file.resolvedUrl : file.url
}

export function isSameLink(a: FileLink, b: FileLink): boolean {
  return a.kind === b.kind && a.url === b.url && a.password === b.password
}

/** `YYYY-MM-DD HH:MM:SS`, in UTC: a server's time zone is nothing a client knows. */
export function fileDate(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')
}
