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
