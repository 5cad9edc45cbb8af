import { MAX_PARAMETERS } from '../contract/limits.ts'

/** A request is over a limit of protocol.md 1; the call answers 401. The message names no parameter. */
export class WireLimitError extends Error {
  override readonly name = 'WireLimitError'
}

/** Throws WireLimitError when `count` parameters are too many. */
export function requireFewParameters(count: number): void {
  if (count > MAX_PARAMETERS) throw new WireLimitError(`more than ${MAX_PARAMETERS} parameters`)
}
