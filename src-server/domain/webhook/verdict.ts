import type { OutsideOutcome } from '../../contract/ports.ts'
import { pauseAfter, RETRY_SECONDS } from './retry.ts'
import type { WebhookDelivery } from './webhook.ts'

/** Characters of an answer that the log keeps. */
const ANSWER_KEPT = 1024

interface Attempt {
  readonly delivery: Pick<WebhookDelivery, 'attempts' | 'firstAt'>
  readonly outcome: OutsideOutcome
  /** Unix seconds. */
  readonly now: number
  readonly tookMs: number
  /** 0 ≤ chance < 1 */
  readonly chance: number
}

type Settled = Pick<
  WebhookDelivery,
  'state' | 'attempts' | 'firstAt' | 'lastAt' | 'nextAt' | 'tookMs' | 'status' | 'error' | 'answer'
>

/** Whether the receiver took the event: any status of 200 to 299. */
export function isTaken(outcome: OutsideOutcome): boolean {
  return 'status' in outcome && outcome.status >= 200 && outcome.status < 300
}

/** The members of an event after an attempt: delivered, waiting for the next attempt, or given up after a day. */
export function settle({ delivery, outcome, now, tookMs, chance }: Attempt): Settled {
  const firstAt = delivery.firstAt ?? now
  const isAnswered = 'status' in outcome
  const common = {
    attempts: delivery.attempts + 1,
    firstAt,
    lastAt: now,
    tookMs,
    status: isAnswered ? outcome.status : null,
    error: isAnswered ? '' : outcome.failed,
    answer: isAnswered ? outcome.text.slice(0, ANSWER_KEPT) : outcome.detail,
  }
  if (isTaken(outcome)) return { ...common, state: 'delivered', nextAt: now }
  if (now - firstAt >= RETRY_SECONDS) return { ...common, state: 'failed', nextAt: now }
  const asked = isAnswered ? outcome.retryAfter : undefined
  return { ...common, state: 'waiting', nextAt: now + pauseAfter(common.attempts, chance, asked) }
}
