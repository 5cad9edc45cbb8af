/** A refused call. */
export interface RefusedCall {
  readonly app: number
  /** The guard that refused the call, or `guess`: an endpoint found no such code, account or password. */
  readonly guard: string
  readonly code: number
  readonly api: string
  readonly ip: string
  /** Unix seconds. */
  readonly at: number
  /** The client's clock minus the server's, seconds, where the call was refused for it. */
  readonly skew: number | undefined
}
