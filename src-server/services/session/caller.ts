/** Where a request comes from, before the server knows the session. */
export interface Caller {
  readonly ip: string
  readonly userAgent: string
}
