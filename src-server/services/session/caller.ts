/** Where a request comes from, before anybody knows whose it is. */
export interface Caller {
  readonly ip: string
  readonly userAgent: string
}
