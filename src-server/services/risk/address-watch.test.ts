import { describe, expect, it } from 'vitest'
import { AddressWatch } from './address-watch.ts'

const from = (watch: AddressWatch, id: number, addresses: number, at: number) => {
  for (let n = 0; n < addresses; n++) watch.note('code', id, 10_001, `10.0.0.${n}`, at + n)
}

describe('AddressWatch', () => {
  it('reports five different addresses within a day, and not four that repeat', () => {
    const watch = new AddressWatch()
    for (let round = 0; round < 10; round++) from(watch, 1, 4, 1000 + round * 10)
    expect([...watch.crowds(2000)]).toEqual([])
    watch.note('code', 1, 10_001, '10.0.0.9', 2000)
    expect([...watch.crowds(2000)]).toEqual([
      { kind: 'code', id: 1, appId: 10_001, addresses: 5, since: 2000, at: 2000, ip: '10.0.0.9' },
    ])
  })

  it('counts an address for a day: four addresses end the crowd, and five start a new one', () => {
    const watch = new AddressWatch()
    from(watch, 1, 5, 0)
    expect([...watch.crowds(86_399)]).toMatchObject([{ since: 4, addresses: 5 }])
    expect([...watch.crowds(86_400)]).toEqual([])
    from(watch, 1, 5, 86_403)
    expect([...watch.crowds(86_410)]).toMatchObject([{ addresses: 5 }])
    expect([...watch.crowds(86_410)][0]!.since).toBeGreaterThanOrEqual(86_403)
  })

  it('counts a code and an account with one id separately', () => {
    const watch = new AddressWatch()
    for (let n = 0; n < 5; n++) watch.note(n < 3 ? 'code' : 'device', 1, 10_001, `10.0.0.${n}`, n)
    expect([...watch.crowds(10)]).toEqual([])
    expect([watch.watches('code', 1), watch.watches('device', 1), watch.watches('code', 2)]).toEqual([
      true,
      true,
      false,
    ])
  })

  it('keeps twenty thousand codes and accounts, and thirty-two addresses of each', () => {
    const watch = new AddressWatch()
    for (let id = 0; id < 20_010; id++) from(watch, id, 5, 0)
    for (let n = 0; n < 100; n++) watch.note('code', 20_009, 10_001, `10.1.0.${n}`, 10)
    const crowds = [...watch.crowds(10)]
    expect(crowds).toHaveLength(20_000)
    expect(crowds.some(({ id }) => id === 9)).toBe(false)
    expect(crowds.find(({ id }) => id === 20_009)!.addresses).toBe(32)
  })
})
