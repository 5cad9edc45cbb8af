import { comesThrough, directAddress } from '../own-address.ts'
import type { Check } from '../probes.ts'

export const router: Check<'router'> = (probes) => {
  const { mapping, router: seen, externalPort, listening, own } = probes
  const lan = own.find(({ family }) => family === 4)?.address ?? ''
  const values = { port: externalPort, local_port: listening.port, lan }
  if (mapping.state === 'asking') return { fact: 'asking' }
  if (mapping.state === 'mapped') {
    const { seconds, protocol, external, host, internal } = mapping.mapping
    return {
      fact: seconds === 0 ? 'permanent' : 'mapped',
      values: { protocol, port: external, local_port: internal, lan: host, until_at: mapping.at + seconds },
    }
  }
  if (mapping.state === 'failed') {
    const { failed, detail } = mapping.failure
    return { fact: failed, values: { ...values, detail } }
  }
  if (directAddress(probes) !== undefined) return { fact: 'direct' }
  if (comesThrough(probes)) return { fact: 'through' }
  if (seen !== undefined && !('failed' in seen))
    return { fact: 'able', values: { ...values, protocol: seen.protocol } }
  return { fact: 'off', values }
}
