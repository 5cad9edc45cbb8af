import type { MessengerFailure } from '../../contract/ports.ts'

/** The token is missing, invalid or expired: a new one is asked for, once. */
const TOKEN_CODES: ReadonlySet<number> = new Set([99991661, 99991663, 99991664, 99991665, 99991668])

const FAILURES: Readonly<Record<number, MessengerFailure>> = {
  // Throttled.
  99991400: 'rate',
  230020: 'rate',
  11232: 'rate',
  // The open_id is none, is another bot's, or is outside the bot's availability.
  99992351: 'recipient',
  230001: 'recipient',
  230013: 'recipient',
  230035: 'recipient',
  230038: 'recipient',
  // The service's own trouble.
  10101: 'unreachable',
  10500: 'unreachable',
}

/** What became of a message, by the body's code: the HTTP status doesn't decide (research/reliability.md 1.1). */
export function readCode(code: number): 'sent' | 'tokenInvalid' | MessengerFailure {
  if (code === 0) return 'sent'
  if (TOKEN_CODES.has(code)) return 'tokenInvalid'
  return FAILURES[code] ?? 'refused'
}
