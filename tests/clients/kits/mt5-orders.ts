import { expect, it } from 'vitest'
import { until } from '../../support/until.ts'
import { GOLD, HALTED, position, RUNS, type Begun, type Mt5World } from './mt5-world.ts'

/** The vendor pauses an account or closes all of it, and the broker makes it hard. */
export function describeOrders(world: () => Mt5World): void {
  it('stop first positions and additions, each on its own', async () => {
    const { id } = await world().begin()
    for (const [pause_open, pause_add] of [
      [true, false],
      [false, true],
      [true, true],
      [false, false],
    ] as const) {
      await world().server.act('device_control', { ids: [id], pause_open, pause_add })
      await world().pass(5)
      expect(await world().round()).toMatchObject({ may_open: !pause_open, may_add: !pause_add })
    }
  })

  /** An account with an order to close all. */
  async function ordered(magics: number[] | null = [7]): Promise<Begun> {
    const begun = await world().begin(magics)
    await world().server.act('device_control', { ids: [begun.id], close_all: true })
    return begun
  }
  const closes = async (id: number) => (await world().server.act('device_get', { id })).close_all.state

  it('close all until nothing is left, whatever the broker answers, and report it at once', async () => {
    const { id } = await ordered()
    await world().set({
      positions: [position(1, { volume: 2 }), position(2, { type: 1 }), position(3, { magic: 8 })],
      orders: [
        { ticket: 8, magic: 8 },
        { ticket: 9, magic: 7 },
      ],
      // The order's removal fails, then a requote, no result at all, a partial fill.
      faults: [10013, 10004, null, 0, 'partial'],
    })
    expect(await world().round()).toMatchObject({ ...HALTED, closing: true })
    await world().closeAll()
    expect(await world().look('positions')).toEqual([position(3, { magic: 8 })])
    expect(await world().look('orders')).toEqual([{ ticket: 8, magic: 8 }])
    expect(await closes(id)).toBe('delivered')
    expect(await world().round()).toMatchObject(RUNS)
    expect(world().front.fields).toMatchObject({ positions: '0', pending_orders: '0' })
    // The answer does not wait until this is stored.
    await until(async () => (await closes(id)) === 'confirmed', 'the confirmation')
  })

  it('close every position of the account, where the program names no magic numbers', async () => {
    await ordered(null)
    await world().set({ positions: [position(1), position(2, { magic: 0 })] })
    await world().round()
    expect(await world().look('positions')).toEqual([])
  })

  it('close in parts that the broker takes, and in the way that it fills', async () => {
    await ordered()
    await world().set({
      positions: [position(1, { volume: 2.5 })],
      symbols: { 'XAUUSD+': { ...GOLD, volume_max: 1, filling_mode: 3, time: world().server.clock.now() } },
      // The broker takes no fill-or-kill after all.
      faults: [10030],
    })
    await world().round()
    await world().closeAll()
    const sent = (await world().look('sent')) as { volume: number; type_filling: number }[]
    expect(sent.map(({ volume, type_filling }) => [volume, type_filling])).toEqual([
      [1, 0],
      [1, 1],
      [1, 1],
      [0.5, 1],
    ])
  })

  it('close when the market opens, without a request a second until then', async () => {
    await ordered()
    const symbols = (closed: boolean) => ({
      'XAUUSD+': { ...GOLD, closed, time: world().server.clock.now() },
    })
    await world().set({ positions: [position(1)], symbols: symbols(true) })
    await world().round()
    for (let seconds = 0; seconds < 29; seconds++) {
      await world().pass(1)
      await world().step()
    }
    expect(await world().look('sent')).toHaveLength(1)
    await world().set({ symbols: symbols(false) })
    await world().pass(1)
    await world().step()
    expect(await world().look('positions')).toEqual([])
  })

  it('close also after a restart in the middle, and after the licence was taken away', async () => {
    const begun = await ordered()
    await world().set({ positions: [position(1)], faults: [10004] })
    expect(await world().round()).toMatchObject({ closing: true })
    await world().server.act('device_update', { id: begun.id, disabled: true, disable_reason: 'x' })
    await world().set({ faults: [10004] })
    await world().pass(5)
    expect(await world().round()).toMatchObject({ name: 'refused', closing: true })
    await world().open(begun)
    world().front.isUp = false
    await world().round()
    await world().pass(1)
    await world().step()
    expect(await world().look('positions')).toEqual([])
  })
}
