import type { Check } from './check.ts'

/** A server with customers gets a call in a day, seconds. */
const LATELY = 86_400

export const outsideCall: Check<'outside_call'> = ({ outsideCall: last, now, startedAt, address }) => {
  if (last === undefined) return { fact: 'never', values: { started_at: startedAt, url: address.url } }
  const values = { last_at: last.at, from: last.address, url: address.url }
  return { fact: now - last.at <= LATELY ? 'seen' : 'old', values }
}
