import { expect, it } from 'vitest'
import { isSharedAddress, networkOf } from './network.ts'

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:0:12::1', '2001:db8:0:12'],
  ['2001:0DB8:0000:0012:ffff:ffff:ffff:ffff', '2001:db8:0:12'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
  ['', ''],
])('%s is of the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

it.each([
  '127.0.0.1',
  '::1',
  '::ffff:127.0.0.1',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.1.1',
  'fd00::1',
  'fe80::1',
])('%s is shared by many callers', (address) => {
  expect(isSharedAddress(address)).toBe(true)
})

it.each(['192.0.2.1', '172.32.0.1', '128.0.0.1', '2001:db8::1', '::10', '11.0.0.1', ''])(
  '%s is one caller',
  (address) => {
    expect(isSharedAddress(address)).toBe(false)
  },
)
