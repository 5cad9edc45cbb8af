import { isIPv6 } from 'node:net'

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** An IPv4 address that came as `::ffff:a.b.c.d`, as itself. */
function unmapped(ip: string): string {
  return MAPPED.exec(ip)?.[1] ?? ip
}

/** The place an address counts as: an IPv4 address itself, an IPv6 address as its /64. One customer has 2^64 of the latter. */
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

/** Whether an address is IPv6. An IPv4 address that came as `::ffff:a.b.c.d` isn't. */
export function isSixth(address: string): boolean {
  return isIPv6(unmapped(address))
}
