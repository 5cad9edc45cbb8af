import type { OutboxRow } from './message.ts'

/** A copy of the server that sends a message alone, until its time for that is over. Unix seconds. */
export interface Claim {
  readonly by: string
  readonly now: number
  readonly until: number
}

/** An attempt takes less, with the time in which a copy notices that another one is the steward. */
const CLAIM_SECONDS = 90

export function claimOf(by: string, now: number): Claim {
  return { by, now, until: now + CLAIM_SECONDS }
}

/** Whether another copy may be sending the message. */
export function isClaimedByAnother(
  { claimedBy, claimedUntil }: Pick<OutboxRow, 'claimedBy' | 'claimedUntil'>,
  { by, now, until }: Claim,
): boolean {
  if (claimedBy === '' || claimedBy === by) return false
  // A claim that ends later than any new one is from before the clock was set back.
  return claimedUntil > now && claimedUntil <= until
}
