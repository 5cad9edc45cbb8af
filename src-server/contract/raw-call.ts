/** A call as a listener received it, before the server reads anything from it. */
export interface RawCall {
  readonly method: string
  /** The URL's query as received, without `?`. */
  readonly query: string
  readonly body: Uint8Array
  /** The caller's address. */
  readonly ip: string
  /**
   * The origin that the caller addressed. It comes from the Host header, so the caller can write anything
   * there.
   */
  readonly origin?: string
}
