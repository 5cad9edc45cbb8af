import type { Check } from '../probes.ts'

/** A server with customers gets a call in a day, seconds. */
const LATELY = 86_400

export const outsideCall: Check<'outside_call'> = ({ outsideCall: last, now, startedAt, address }) => {
  if (last === undefined) {
    // Nobody outside can open a guessed address.
    const isCallable = address.isSet && address.reach === 'public'
    return { fact: isCallable ? 'never' : 'unset', values: { started_at: startedAt, url: address.url } }
  }
  const values = { last_at: last.at, from: last.address, url: address.url }
  return { fact: now - last.at <= LATELY ? 'seen' : 'old', values }
}
