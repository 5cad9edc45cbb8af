import type { NetworkInterfaceInfo } from 'node:os'
import { expect, it } from 'vitest'
import { findLanAddress } from './lan-address.ts'

function at(address: string, internal = false): NetworkInterfaceInfo {
  const rest = { address, internal, mac: '', netmask: '', cidr: null }
  return address.includes(':') ? { ...rest, family: 'IPv6', scopeid: 0 } : { ...rest, family: 'IPv4' }
}

it.each([
  ['the only network', { lo: [at('127.0.0.1', true)], eth0: [at('192.168.1.5')] }, '192.168.1.5'],
  ['IPv4 before IPv6', { eth0: [at('2001:db8::1'), at('192.168.1.5')] }, '192.168.1.5'],
  ['IPv6 where there is no IPv4', { eth0: [at('fe80::1'), at('2001:db8::1')] }, '2001:db8::1'],
  [
    'a real network before virtual ones',
    { docker0: [at('172.17.0.1')], 'vEthernet (WSL)': [at('172.20.0.1')], 'Wi-Fi': [at('192.168.1.5')] },
    '192.168.1.5',
  ],
  ['a virtual network where there is no other', { docker0: [at('172.17.0.1')] }, '172.17.0.1'],
  ['no self-assigned address', { eth0: [at('169.254.7.7')] }, undefined],
  ['nothing without a network', { lo: [at('127.0.0.1', true), at('::1', true)] }, undefined],
])('finds %s', (_, interfaces, address) => {
  expect(findLanAddress(interfaces)).toBe(address)
})
