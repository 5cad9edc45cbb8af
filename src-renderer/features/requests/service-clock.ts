import type { RequestRecord } from '../../../src-server/contract/records/request.ts'

export interface ServiceClock {
  readonly state: 'calm' | 'soon' | 'overdue'
  /** Until the answer is due, or since it was. */
  readonly seconds: number
}

/** Of the promised time, the part at its end in which an answer is urgent. */
const URGENT_PART = 0.25

/** How long is left to answer an open request; undefined for one that is over. */
export function serviceClock(
  { state, created_at: from, due_at: due }: Pick<RequestRecord, 'state' | 'created_at' | 'due_at'>,
  now: number,
): ServiceClock | undefined {
  if (state !== 'pending') return undefined
  const left = due - now
  if (left < 0) return { state: 'overdue', seconds: -left }
  return { state: left <= (due - from) * URGENT_PART ? 'soon' : 'calm', seconds: left }
}
