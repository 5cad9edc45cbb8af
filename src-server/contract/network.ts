import { isIPv6 } from 'node:net'

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** Turns `::ffff:a.b.c.d` into the IPv4 address a.b.c.d. */
function unmapped(ip: string): string {
  return MAPPED.exec(ip)?.[1] ?? ip
}

/**
 * The network by which the server compares addresses: an IPv4 address itself, and the /64 of an IPv6 address,
 * because one customer has a whole /64.
 */
export function networkOf(address: string): string {
  const ip = unmapped(address)
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = ip.replace(/%.*$/, '').split('::')
  const given = (text: string) => (text === '' ? [] : text.split(':'))
  const first = given(head)
  const missing = tail === undefined ? 0 : 8 - first.length - given(tail).length
  const groups = [...first, ...Array<string>(Math.max(missing, 0)).fill('0'), ...given(tail ?? '')]
  return groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')
}

/** Whether an address is IPv6. `::ffff:a.b.c.d` counts as IPv4. */
export function isIpv6Address(address: string): boolean {
  return isIPv6(unmapped(address))
}

/** Whether an address is this machine's own. */
export function isLoopback(address: string): boolean {
  const ip = unmapped(address)
  return ip === '::1' || ip.startsWith('127.')
}

/** Loopback, private and link-local addresses: no caller of the internet has one. */
const SHARED =
  /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/i

/** Whether the callers behind this address are many: it is this machine's, or one of its own network. */
export function isSharedAddress(address: string): boolean {
  return SHARED.test(unmapped(address))
}
