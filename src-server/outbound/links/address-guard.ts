import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** IPv4 ranges outside the public internet (IANA special-purpose registry). */
const NOT_PUBLIC_4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]
/**
 * Ranges inside 2000::/3, which holds all public IPv6 addresses, that are not public: tunnels that carry
 * IPv4, benchmarks, documentation.
 */
const NOT_PUBLIC_6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const blocked = new BlockList()
for (const [net, bits] of NOT_PUBLIC_4) blocked.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of NOT_PUBLIC_6) blocked.addSubnet(net, bits, 'ipv6')
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')

/**
 * Whether the server may connect to an address. A server that fetches addresses named by others must not
 * reach its own network. Only addresses known to be public are allowed.
 * @param allowLoopback for tests, whose servers are on 127.0.0.0/8
 */
export function isAllowedAddress(address: string, allowLoopback: boolean): boolean {
  if (isIPv4(address)) {
    return !blocked.check(address, 'ipv4') || (allowLoopback && loopback.check(address, 'ipv4'))
  }
  return isIPv6(address) && global6.check(address, 'ipv6') && !blocked.check(address, 'ipv6')
}

const own = new BlockList()
for (const [net, bits] of [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  own.addSubnet(net, bits, 'ipv4')
own.addAddress('::1', 'ipv6')
own.addSubnet('fc00::', 7, 'ipv6')
/** Amazon serves a machine's secrets in this private range. */
const metadata6 = new BlockList()
metadata6.addSubnet('fd00:ec2::', 32, 'ipv6')

/**
 * Whether an address is this machine, or in a private network that an owner can have: an owner may list a server there.
 * Clouds serve a machine's own secrets at 169.254.0.0/16 and in 100.64.0.0/10, so these ranges are not among them.
 */
export function isOwnNetwork(address: string): boolean {
  if (isIPv4(address)) return own.check(address, 'ipv4')
  return isIPv6(address) && own.check(address, 'ipv6') && !metadata6.check(address, 'ipv6')
}
