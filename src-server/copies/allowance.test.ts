import { describe, expect, it } from 'vitest'
import { Allowance } from './allowance.ts'

describe('Allowance', () => {
  it('allows so many in so many seconds, for each key', () => {
    const allowance = new Allowance(2, 60)
    expect([100, 130, 159].map((now) => allowance.take('a', now))).toEqual([true, true, false])
    expect(allowance.take('b', 159)).toBe(true)
    expect(allowance.isUsedUp('a', 159)).toBe(true)
    expect(allowance.isUsedUp('a', 160)).toBe(false)
    expect(allowance.take('a', 160)).toBe(true)
  })

  it('a refusal takes nothing and extends no span', () => {
    const allowance = new Allowance(1, 10)
    allowance.take('a', 0)
    for (let now = 1; now < 10; now++) expect(allowance.take('a', now)).toBe(false)
    expect(allowance.take('a', 10)).toBe(true)
  })

  it('a clock that was set back ends the spans that began later than now', () => {
    const allowance = new Allowance(1, 60)
    allowance.take('a', 1_000_000)
    expect(allowance.take('a', 1000)).toBe(true)
    expect(allowance.waitOf('a', 1000)).toBe(60)
  })

  it('says how long to wait', () => {
    const allowance = new Allowance(2, 60)
    expect(allowance.waitOf('a', 100)).toBe(0)
    allowance.take('a', 100)
    expect(allowance.waitOf('a', 110)).toBe(0)
    allowance.take('a', 110)
    expect([110, 159, 160].map((now) => allowance.waitOf('a', now))).toEqual([50, 1, 0])
  })

  it('takes back what had no effect, and never more', () => {
    const allowance = new Allowance(1, 60)
    allowance.giveBack('a', 0)
    allowance.take('a', 0)
    allowance.giveBack('a', 1)
    allowance.giveBack('a', 1)
    expect([2, 3].map((now) => allowance.take('a', now))).toEqual([true, false])
  })

  it('costs the same and keeps few keys while 200,000 addresses call', () => {
    const allowance = new Allowance(1, 60)
    let next = 0
    const spend = () => {
      const from = performance.now()
      for (let i = 0; i < 20_000; i++) allowance.take(`2001:db8:${next++}`, 0)
      return performance.now() - from
    }
    const first = Math.min(...Array.from({ length: 5 }, spend))
    while (next < 200_000) spend()
    expect(allowance.size).toBe(20_000)
    const last = Math.min(...Array.from({ length: 5 }, spend))
    // A Map used as a queue needs a hundred times as long here, so a limit of 10 depends on no machine.
    expect(last / first).toBeLessThan(10)
  })

  it('keeps the newest keys in a flood of keys that are all in use', () => {
    const allowance = new Allowance(1, 60)
    for (let i = 0; i < 25_000; i++) allowance.take(String(i), 0)
    expect(allowance.take('24999', 1)).toBe(false)
    expect(allowance.take('0', 1)).toBe(true)
  })

  it('a fork continues from the present counts and changes nothing of the original', () => {
    const allowance = new Allowance(3, 60)
    allowance.take('a', 0)
    const fork = allowance.fork()
    expect([1, 2, 3].map((now) => fork.take('a', now))).toEqual([true, true, false])
    fork.giveBack('a', 3)
    expect(fork.take('a', 3)).toBe(true)
    expect([1, 2, 3].map((now) => allowance.take('a', now))).toEqual([true, true, false])
    // A fork that took nothing of a key itself also counts what is taken of that key later.
    const later = allowance.fork()
    expect(later.isUsedUp('a', 4)).toBe(true)
    expect(later.isUsedUp('a', 60)).toBe(false)
  })
})
