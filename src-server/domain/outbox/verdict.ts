import type { DeliveryError } from '../../contract/outgoing-names.ts'
import type { MailOutcome, MessengerOutcome } from '../../contract/ports.ts'
import { backOff } from './back-off.ts'

/** What becomes of a message after an attempt. */
export type Verdict =
  | { readonly state: 'sent' }
  | {
      readonly state: 'waiting'
      readonly error: string
      /** Unix seconds. */
      readonly nextAt: number
      /** It may have arrived: it is tried again as it was, with its key. Otherwise it may leave with others by then. */
      readonly keepsParcel: boolean
    }
  | { readonly state: 'dead'; readonly error: string }

/** An attempt: when its parcel was made, and whether that was for it. Times are Unix seconds. */
export interface Attempt {
  readonly now: number
  readonly madeAt: number
  /** An earlier one may have arrived. */
  readonly isRepeated: boolean
  /** This one among those of the message, 1 the first. */
  readonly number: number
}

/**
 * The messenger's service takes a key once within an hour. A message that may have arrived is tried again with its key for a little
 * less, seconds; later it could arrive a second time, so it is given up.
 */
export const KEY_SECONDS = 55 * 60
/** What didn't leave for so long isn't news any more, seconds. */
export const OLDEST_SECONDS = 3 * 86_400

export function isKeyOver(madeAt: number, now: number): boolean {
  // A clock that was set back says nothing about the service's hour.
  return now - madeAt >= KEY_SECONDS || madeAt - now >= KEY_SECONDS
}

export function judgeMessenger(outcome: MessengerOutcome, attempt: Attempt): Verdict {
  if (outcome === 'sent') return { state: 'sent' }
  const { failed, code, retryAfter, unsent } = outcome
  const error = wordOf(failed, code)
  if (failed !== 'rate' && failed !== 'unreachable') return { state: 'dead', error }
  const nextAt = attempt.now + backOff('messenger', attempt.number, retryAfter)
  const keepsParcel = attempt.isRepeated || (failed === 'unreachable' && unsent !== true)
  if (keepsParcel && isKeyOver(attempt.madeAt, nextAt)) return { state: 'dead', error: 'unknown' }
  return { state: 'waiting', error, nextAt, keepsParcel }
}

/**
 * A mail that came twice is one: mailboxes know it by its Message-ID, so it is tried for as long as it is news. What is wrong with the
 * mail server's sign-in is nothing of the mail: it waits until that is put right.
 */
export function judgeMail(
  outcome: MailOutcome,
  attempt: Pick<Attempt, 'now' | 'number'> & { readonly createdAt: number },
): Verdict {
  if (outcome === 'sent') return { state: 'sent' }
  const { failed } = outcome
  if (failed === 'recipient' || failed === 'refused') return { state: 'dead', error: failed }
  const nextAt = attempt.now + backOff('mail', attempt.number)
  if (nextAt - attempt.createdAt > OLDEST_SECONDS) return { state: 'dead', error: 'too_old' }
  return { state: 'waiting', error: failed, nextAt, keepsParcel: true }
}

/** As a message's `last_error` has it. */
export function wordOf(error: DeliveryError, code: number | undefined): string {
  return code === undefined ? error : `${error} ${code}`
}
