import type { MessengerFailure, MessengerOutcome } from '../../contract/ports.ts'
import type { ServiceReply } from './call-service.ts'

/** The token is missing, invalid or expired. The server gets a new one, once. */
const TOKEN_CODES: ReadonlySet<number> = new Set([99991661, 99991663, 99991664, 99991665, 99991668])
/** The text is too long. The server cuts it and sends it once more. */
const TOO_LONG = 230025

const FAILURES: Readonly<Record<number, MessengerFailure>> = {
  // Throttled.
  99991400: 'rate',
  230020: 'rate',
  11232: 'rate',
  // The bot lacks its ability or a scope.
  230006: 'setup',
  99991672: 'setup',
  // The application or its secret is unknown.
  10003: 'credentials',
  10014: 'credentials',
  // The open_id is invalid, belongs to another bot, or is outside the bot's availability.
  99992351: 'recipient',
  230001: 'recipient',
  230013: 'recipient',
  230035: 'recipient',
  230038: 'recipient',
  // The service rejects the content.
  230022: 'refused',
  230028: 'refused',
  // A problem of the service itself.
  10101: 'unreachable',
  10500: 'unreachable',
}

/** The outcome by the body's code. The HTTP status counts only when the code is unknown. */
export function readReply({
  code,
  status,
}: Pick<ServiceReply, 'code' | 'status'>): 'sent' | 'tokenInvalid' | 'tooLong' | MessengerFailure {
  if (code === 0) return 'sent'
  if (code === TOO_LONG) return 'tooLong'
  if (code !== undefined && TOKEN_CODES.has(code)) return 'tokenInvalid'
  const known = code === undefined ? undefined : FAILURES[code]
  if (known !== undefined) return known
  if (status === 429) return 'rate'
  return status >= 500 || code === undefined ? 'unreachable' : 'refused'
}

/** A failure with the service's own details. */
export function failureOf(
  failed: MessengerFailure,
  { code, retryAfter }: Pick<ServiceReply, 'code' | 'retryAfter'>,
): Exclude<MessengerOutcome, 'sent'> {
  return {
    failed,
    ...(code !== undefined && { code }),
    ...(failed === 'rate' && retryAfter !== undefined && { retryAfter }),
  }
}
