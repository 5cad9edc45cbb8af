import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ALTERNATION_SECONDS,
  follow,
  isPulsing,
  isSamePlace,
  MOST_TERMINALS,
  terminalsOf,
  type Terminal,
  type Trail,
} from './terminals.ts'

/** The server's state after these pulses. */
function replay(pulses: readonly Terminal[]): { readonly trail: Trail; readonly last: Terminal } {
  let trail: Trail = []
  let [last] = pulses
  for (const pulse of pulses.slice(1)) {
    if (pulse.address !== last!.address) trail = follow(trail, last!, pulse)
    last = pulse
  }
  return { trail, last: last! }
}
function seen(pulses: readonly Terminal[], now: number): string[] {
  const { trail, last } = replay(pulses)
  return terminalsOf(trail, last, now).map(({ address }) => address)
}
const every = (seconds: number, addresses: string) =>
  Array.from(addresses, (address, i) => ({ address, at: 1000 + i * seconds }))
const end = (pulses: readonly Terminal[]) => pulses.at(-1)!.at

describe('terminals', () => {
  it.each([
    ['one', 'AAAA', 10, ''],
    ['one that changed its address', 'AABBB', 10, ''],
    ['one that changes its address repeatedly', 'ABCDEF', 10, ''],
    ['two', 'ABA', 10, 'AB'],
    ['two, the second one last', 'AABABB', 10, 'BA'],
    ['two with different intervals', 'AAAAAAAABAAAAAA', 10, 'AB'],
    ['two that pulse slowly', 'ABAB', 140, 'BA'],
    ['one that comes back after minutes', 'ABA', 151, ''],
    ['three', 'ABCABC', 10, 'CBA'],
    ['two, of which one changed its address', 'ABABCBCBC', 10, 'CBA'],
    ['two, of which one changed its address a while ago', `ABAB${'CB'.repeat(16)}`, 10, 'BC'],
    ['two, of which one is gone', `ABAB${'A'.repeat(32)}`, 10, ''],
  ])('%s: %s every %d s', (_, addresses, seconds, expected) => {
    const pulses = every(seconds, addresses)
    expect(seen(pulses, end(pulses)).join('')).toBe(expected)
  })

  it('keep the time of their last pulse, and are forgotten after a silence', () => {
    const { trail, last } = replay(every(10, 'ABAA'))
    expect(terminalsOf(trail, last, last.at)).toEqual([
      { address: 'A', at: 1030 },
      { address: 'B', at: 1010 },
    ])
    expect(terminalsOf(trail, last, 1010 + ALTERNATION_SECONDS)).toHaveLength(2)
    expect(terminalsOf(trail, last, 1011 + ALTERNATION_SECONDS)).toEqual([])
  })

  it('in one IPv6 network count as one', () => {
    expect(isSamePlace('2001:db8:0:1::1', '2001:DB8::1:0:0:0:2')).toBe(true)
    expect(isSamePlace('2001:db8:0:1::1', '2001:db8:0:2::1')).toBe(false)
    expect(isSamePlace('::ffff:192.0.2.1', '192.0.2.1')).toBe(true)
    expect(isSamePlace('192.0.2.1', '192.0.2.2')).toBe(false)
  })

  it.each([
    [0, 120, true],
    [0, 121, false],
    [30, 180, true],
    [30, 181, false],
    [600, 300, true],
    [600, 301, false],
  ])('with %d s between pulses, a terminal still pulses after %d s: %s', (interval, age, is) => {
    expect(isPulsing({ address: 'A', at: 1000 }, interval, 1000 + age)).toBe(is)
  })
})

/**
 * The rule in its own terms, computed over the whole history. It uses no more addresses than the server
 * keeps.
 */
function expected(pulses: readonly Terminal[], now: number): Set<string> {
  const isNear = (from: number, to: number) => to - from <= ALTERNATION_SECONDS
  const proven = new Set<string>()
  pulses.forEach((pulse, k) => {
    const i = pulses.findLastIndex(({ address }, index) => index < k && address === pulse.address)
    const between = pulses.slice(i + 1, k)
    if (i < 0 || between.length === 0) return
    // An address that was silent for so long counts as new.
    for (const address of [...proven]) {
      const last = pulses.findLastIndex((other, index) => index < k && other.address === address)
      if (!isNear(pulses[last]!.at, pulse.at)) proven.delete(address)
    }
    if (!isNear(pulses[i]!.at, pulse.at)) return
    proven.add(pulse.address)
    for (const { address } of between) proven.add(address)
  })
  const last = (address: string) => pulses.findLast((pulse) => pulse.address === address)!
  const there = [...proven].filter((address) => isNear(last(address).at, now))
  return new Set(there.length < 2 ? [] : there)
}

describe('terminals, for any addresses and times', () => {
  const history = fc
    .array(
      fc.record({
        address: fc.constantFrom('A', 'B', 'C'),
        after: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 31, max: 400 })),
      }),
      { minLength: 1, maxLength: 40 },
    )
    .map((steps) => {
      let at = 1000
      return steps.map(({ address, after }) => ({ address, at: (at += after) }))
    })

  it('are several exactly when an address comes back after another one within minutes', () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 0, max: 400 }), (pulses, later) => {
        const now = end(pulses) + later
        expect(new Set(seen(pulses, now))).toEqual(expected(pulses, now))
      }),
    )
  })

  it('are one when an address never comes back', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 9 }), (runs) => {
        const pulses = every(10, runs.map((length, place) => String(place).repeat(length)).join(''))
        expect(seen(pulses, end(pulses))).toEqual([])
      }),
    )
  })

  it('take few places in memory, whatever pulses arrive', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 3 }), { minLength: 1, maxLength: 60 }), (addresses) => {
        const pulses = addresses.map((address, i) => ({ address, at: 1000 + i }))
        expect(replay(pulses).trail.length).toBeLessThanOrEqual(MOST_TERMINALS)
      }),
    )
  })
})
