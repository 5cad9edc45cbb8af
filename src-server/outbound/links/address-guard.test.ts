import { describe, expect, it } from 'vitest'
import { isAllowedAddress } from './address-guard.ts'

describe('isAllowedAddress', () => {
  it.each([
    '1.1.1.1',
    '47.88.0.1',
    '172.15.255.255',
    '172.32.0.1',
    '223.255.255.255',
    '2606:4700::1111',
    '2400:3200::1',
  ])('%s is public', (address) => {
    expect(isAllowedAddress(address, false)).toBe(true)
  })

  it.each([
    '127.0.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    'fe80::1',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '2001:0:1::1',
    '2001:db8::1',
    '2002:7f00:1::1',
    'localhost',
    '',
  ])('%s is not public', (address) => {
    expect(isAllowedAddress(address, false)).toBe(false)
  })

  it('a test may reach 127.0.0.0/8, and nothing else of its own network', () => {
    expect(isAllowedAddress('127.0.0.1', true)).toBe(true)
    for (const address of ['10.0.0.1', '169.254.169.254', '::1'])
      expect(isAllowedAddress(address, true)).toBe(false)
  })
})
