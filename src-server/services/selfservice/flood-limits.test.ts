import { describe, expect, it } from 'vitest'
import { FloodLimits } from './flood-limits.ts'

const many = (count: number) => Array.from({ length: count }, (_, at) => at)

describe('flood limits', () => {
  it('allows an address sixty look-ups of an action in ten minutes', () => {
    const limits = new FloodLimits()
    for (const at of many(60)) expect(limits.lookUp('query_km', '192.0.2.1', at)).toBe(0)
    expect(limits.lookUp('query_km', '192.0.2.1', 60)).toBe(540)
    expect(limits.lookUp('query_km', '192.0.2.2', 60)).toBe(0)
    expect(limits.lookUp('request_status', '192.0.2.1', 60)).toBe(0)
    expect(limits.lookUp('query_km', '192.0.2.1', 600)).toBe(0)
  })

  it('allows twenty misses of all actions together', () => {
    const limits = new FloodLimits()
    for (const _ of many(20)) limits.missed('192.0.2.1', 100)
    expect(limits.lookUp('query_km', '192.0.2.1', 100)).toBe(600)
    expect(limits.lookUp('user', '192.0.2.1', 699)).toBe(1)
    expect(limits.lookUp('user', '192.0.2.1', 700)).toBe(0)
  })

  it('allows ten requests an hour from an address, and five a day for a subject from all addresses', () => {
    const limits = new FloodLimits()
    for (const at of many(10)) expect(limits.request(`code ${at}`, '192.0.2.1', 0)).toBe(0)
    expect(limits.request('code 10', '192.0.2.1', 0)).toBe(3600)
    for (const at of many(5)) expect(limits.request('one', `198.51.100.${at}`, 0)).toBe(0)
    expect(limits.request('one', '198.51.100.9', 3600)).toBe(82_800)
    // A request that the subject's limit refused does not count for the address.
    for (const at of many(10)) expect(limits.request(`own ${at}`, '198.51.100.9', 3600)).toBe(0)
  })

  it('counts a repeated request once', () => {
    const limits = new FloodLimits()
    for (const _ of many(30)) {
      expect(limits.request('one', '192.0.2.1', 0)).toBe(0)
      limits.nothingNew('one', '192.0.2.1', 0)
    }
  })

  it('allows thirty pictures an hour', () => {
    const limits = new FloodLimits()
    for (const _ of many(30)) expect(limits.picture('192.0.2.1', 0)).toBe(0)
    expect(limits.picture('192.0.2.1', 1)).toBe(3599)
  })

  it.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', true],
    ['2001:db8:1:2::1', '2001:0DB8:0001:0002:0:0:0:9', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['2001:db8::1', '2001:db8:0:0::2', true],
    ['::1', '::2', true],
    ['fe80::1%eth0', 'fe80::2', true],
    ['192.0.2.1', '192.0.2.2', false],
  ])('%s and %s are the same network: %s', (one, other, same) => {
    const limits = new FloodLimits()
    for (const _ of many(30)) limits.picture(one, 0)
    expect(limits.picture(other, 0) > 0).toBe(same)
  })
})
