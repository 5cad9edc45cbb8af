import type { Check } from '../probes.ts'

export const address: Check<'address'> = ({ address: { url, isSet, reach } }) => {
  if (!isSet) return { fact: 'unset', values: { url } }
  return { fact: reach === 'public' ? 'set' : reach, values: { url } }
}
