import type { Check } from '../probes.ts'

export const lan: Check<'lan'> = ({ own, listening, isTls }) => {
  const scheme = isTls ? 'https' : 'http'
  const urls = own
    .filter(({ family }) => family === 4)
    .map(({ address }) => `${scheme}://${address}:${listening.port}`)
  if (own.length === 0) return { fact: 'none' }
  const addresses = urls.length > 0 ? urls : own.map(({ address }) => address)
  return { fact: 'some', values: { addresses: addresses.join(', ') } }
}
