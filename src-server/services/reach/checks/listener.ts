import { isLoopback } from '../../../contract/network.ts'
import type { Check } from '../probes.ts'

export const listener: Check<'listener'> = ({ listening: { host, port }, names, ownCall }) => {
  const values = { host, port }
  // A proxy or a tunnel on this machine calls the loopback.
  if (isLoopback(host)) return { fact: ownCall?.arrived === true ? 'one' : 'loopback', values }
  // A name with an IPv6 address brings callers who try IPv6 first.
  if (host === '0.0.0.0' && (names?.ipv6.length ?? 0) > 0) return { fact: 'ipv4_only', values }
  return { fact: host === '0.0.0.0' || host === '::' ? 'open' : 'one', values }
}
