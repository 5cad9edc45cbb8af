import { MAX_PARAMETERS } from '../contract/limits.ts'

/**
 * A request is over a limit (docs/protocol.md 1), so the call answers 401. The message names no parameter.
 */
export class WireLimitError extends Error {
  override readonly name = 'WireLimitError'
}

/** @throws WireLimitError for more than the maximum number of parameters */
export function requireFewParameters(count: number): void {
  if (count > MAX_PARAMETERS) throw new WireLimitError(`more than ${MAX_PARAMETERS} parameters`)
}
