import type { Guard } from './records/inspected-call.ts'

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

/** A received call and its outcome. The inspector decodes a call only when somebody opens it. */
export interface LoggedCall {
  /** Unix seconds. */
  readonly at: number
  readonly raw: RawCall
  /** True when the log kept only the beginning of the body. */
  readonly cut: boolean
  readonly refusal: { readonly guard: Guard; readonly code: number } | undefined
}
