import { isPublicAddress } from '../outside-calls.ts'
import { comesThrough, directAddress, ownIpv6, routerAddress } from '../own-address.ts'
import type { Check } from '../probes.ts'

/** 100.64.0.0/10, RFC 6598: providers put many lines behind one address. */
const SHARED = /^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./

export const carrier: Check<'carrier'> = (probes) => {
  const direct = directAddress(probes)
  if (direct !== undefined) return { fact: 'direct', values: { address: direct } }
  if (comesThrough(probes)) return { fact: 'through' }
  const address = routerAddress(probes)
  const ipv6 = ownIpv6(probes)[0] ?? ''
  if (SHARED.test(address)) return { fact: 'shared', values: { address, ipv6 } }
  if (address === '') return { fact: 'unknown' }
  if (!isPublicAddress(address)) return { fact: 'second_router', values: { address, ipv6 } }
  const { outsideAddress } = probes
  if (outsideAddress !== undefined && outsideAddress !== address)
    return { fact: 'differs', values: { address, outside: outsideAddress } }
  return { fact: 'own', values: { address } }
}
