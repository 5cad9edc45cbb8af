import { isPublicAddress } from './outside-calls.ts'
import type { Probes } from './probes.ts'

/** The IPv4 addresses by which the internet knows this network, as far as this server knows them. */
export function outsideAddresses({ own, mapping, router, outsideAddress }: Probes): string[] {
  const mapped = mapping.state === 'mapped' ? mapping.mapping.externalAddress : undefined
  const told = router !== undefined && 'externalAddress' in router ? router.externalAddress : undefined
  const known = [mapped, told, outsideAddress, ...own.map(({ address }) => address)]
  const ipv4 = known.filter((address) => address !== undefined && isIpv4(address) && isPublicAddress(address))
  return [...new Set(ipv4)].filter((address) => address !== undefined)
}

export function ownIpv6({ own }: Pick<Probes, 'own'>): string[] {
  return own.map(({ address }) => address).filter((address) => !isIpv4(address) && isPublicAddress(address))
}

/** A public IPv4 address of this machine itself, as a rented server has one. */
export function directAddress({ own }: Pick<Probes, 'own'>): string | undefined {
  return own.map(({ address }) => address).find((address) => isIpv4(address) && isPublicAddress(address))
}

/** What the router says is its address outside. Empty where it says nothing. */
export function routerAddress({ mapping, router }: Probes): string {
  if (mapping.state === 'mapped') return mapping.mapping.externalAddress
  return router !== undefined && 'externalAddress' in router ? router.externalAddress : ''
}

/**
 * The public name leads to another place, and the server's own call arrives all the same: a tunnel or a proxy is between
 * the customers and this server. The router and its address have no part in it.
 */
export function comesThrough(probes: Probes): boolean {
  const { names, ownCall } = probes
  if (names === undefined || ownCall?.arrived !== true) return false
  const here = new Set([...outsideAddresses(probes), ...ownIpv6(probes)])
  const named = [...names.ipv4, ...names.ipv6]
  const isPublic = named.length > 0 && named.every(isPublicAddress)
  // Without a known address outside, the name may well lead here.
  return isPublic && here.size > 0 && !named.some((one) => here.has(one))
}

function isIpv4(address: string): boolean {
  return !address.includes(':')
}
