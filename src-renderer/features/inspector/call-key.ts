import type { InspectedCall } from '../../../src-server/contract/records/inspected-call.ts'

/** A call as the list holds it. */
export interface KeyedCall {
  readonly key: string
  readonly call: InspectedCall
}

/**
 * Calls have no number. What came tells them apart, and of those that came alike within one second, which of them it was:
 * counted from the oldest, so that a key stays with its call while newer ones come.
 * @param calls the newest first
 */
export function keyCalls(calls: readonly InspectedCall[]): KeyedCall[] {
  const seen = new Map<string, number>()
  return calls
    .toReversed()
    .map((call) => {
      const { at, ip, method, query, body, refused } = call
      const what = JSON.stringify([at, ip, method, query, body, refused])
      const before = seen.get(what) ?? 0
      seen.set(what, before + 1)
      return { key: `${what}${before}`, call }
    })
    .reverse()
}
