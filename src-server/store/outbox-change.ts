import type { OutboxRow } from '../domain/outbox/message.ts'
import type { Verdict } from '../domain/outbox/verdict.ts'

/** The members of a message that no copy of the server sends now. */
export const UNCLAIMED = { claimedBy: '', claimedUntil: 0 } as const

/** The members that the verdict of an attempt changes. @param now Unix seconds */
export function changeBy(verdict: Verdict, now: number): Partial<OutboxRow> {
  switch (verdict.state) {
    case 'sent':
      return { state: 'sent', sentAt: now, lastError: '' }
    case 'dead':
      return { state: 'dead', lastError: verdict.error }
    case 'waiting':
      return {
        lastError: verdict.error,
        nextAt: verdict.nextAt,
        ...(!verdict.keepsParcel && { parcel: '' }),
      }
  }
}

/** The members of a given-up message that waits again, without earlier attempts. @param now Unix seconds */
export function revivedAt(now: number): Partial<OutboxRow> {
  return {
    ...UNCLAIMED,
    state: 'waiting',
    parcel: '',
    attempts: 0,
    lastError: '',
    nextAt: now,
    createdAt: now,
  }
}

const PRIME = 9_007_199_254_740_881n
const FACTOR = 1_000_003n

/**
 * Makes one number of several that describe the outbox: other numbers give another one. A stored counter of an
 * application would cost each message a write, and a wait for the others that count.
 */
export function outboxChanges(numbers: readonly number[]): number {
  return Number(numbers.reduce((sum, number) => (sum * FACTOR + BigInt(number)) % PRIME, 0n))
}
