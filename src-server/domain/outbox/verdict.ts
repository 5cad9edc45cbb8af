import type { DeliveryError } from '../../contract/outgoing-names.ts'
import type { MailOutcome, MessengerOutcome } from '../../contract/ports.ts'
import { backOff } from './back-off.ts'

/** The decision about a message after an attempt. */
export type Verdict =
  | { readonly state: 'sent' }
  | {
      readonly state: 'waiting'
      readonly error: string
      /** Unix seconds. */
      readonly nextAt: number
      /**
       * The message may have arrived, so the next attempt repeats the same parcel and key. Otherwise the
       * message may join another parcel by then.
       */
      readonly keepsParcel: boolean
    }
  | { readonly state: 'dead'; readonly error: string }

/** An attempt, and when its parcel was made. Times are Unix seconds. */
export interface Attempt {
  readonly now: number
  readonly madeAt: number
  /** An earlier attempt may have arrived. */
  readonly isRepeated: boolean
  /** The number of this attempt for the message, from 1. */
  readonly number: number
}

/**
 * How long a message that may have arrived is tried again with its key, seconds. The service accepts a key
 * once within an hour, and this is a little less. A later attempt could arrive a second time, so the message
 * is given up.
 */
export const KEY_SECONDS = 55 * 60
/** A message that waited this long is too old to send, seconds. */
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
 * Judges a mail. Mailboxes drop a repeated mail by its Message-ID, so the server tries until the mail is too
 * old. When the mail server refuses the sign-in, the mail waits until somebody corrects the settings.
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

/** The error as stored in a message's `last_error`. */
export function wordOf(error: DeliveryError, code: number | undefined): string {
  return code === undefined ? error : `${error} ${code}`
}
