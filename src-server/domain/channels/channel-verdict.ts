import type { MessengerOutcome } from '../../contract/ports.ts'
import { backOff, doubled } from '../outbox/back-off.ts'
import { isKeyOver, OLDEST_SECONDS, wordOf, type Attempt, type Verdict } from '../outbox/verdict.ts'

/** Seconds until the first repeat of a message that may have arrived, and at most between two repeats. */
const DOUBTFUL = { first: 30, most: 1800 }

/**
 * Judges an attempt at a service that knows no idempotency key. A message that may have arrived is sent again, with a
 * mark: a doubled alert costs a look, and a lost one an account. The repeats end after 55 minutes.
 */
export function judgeChannel(
  outcome: MessengerOutcome,
  attempt: Attempt & { readonly createdAt: number },
): Verdict {
  if (outcome === 'sent') return { state: 'sent' }
  const { failed, code, retryAfter, unsent } = outcome
  const error = wordOf(failed, code)
  if (failed !== 'rate' && failed !== 'unreachable') return { state: 'dead', error }
  const isDoubtful = failed === 'unreachable' && unsent !== true
  const pause = isDoubtful
    ? doubled(DOUBTFUL, attempt.number)
    : backOff('channel', attempt.number, retryAfter)
  const nextAt = attempt.now + pause
  const keepsParcel = attempt.isRepeated || isDoubtful
  if (isDoubtful && isKeyOver(attempt.madeAt, nextAt)) return { state: 'dead', error: 'unknown' }
  if (nextAt - attempt.createdAt > OLDEST_SECONDS) return { state: 'dead', error: 'too_old' }
  return { state: 'waiting', error, nextAt, keepsParcel }
}
