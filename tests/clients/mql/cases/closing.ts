import { describe, expect, it } from 'vitest'
import type { Dialect } from '../prepare.ts'
import type { Life } from '../life.ts'
import type { World } from '../world.ts'

export function testClosing(world: () => World, dialect: Dialect): void {
  /** A licensed account with positions: the answer is the program's to a pulse of before. */
  async function trading(set: Record<string, string | number>, ...orders: string[]): Promise<Life> {
    const life = await world().live({ set })
    for (const order of orders) await life.run(order)
    await life.until(({ open }) => open === 1, 'a licence')
    return life
  }

  describe('close all', () => {
    it('goes on through requotes and partial fills until all is flat, then follows the pauses', async () => {
      const life = await trading(
        {},
        'open XAUUSD buy 1.5 10001',
        'open XAUUSD sell 0.7 5',
        'open EURUSD buy 3 0',
        'pend XAUUSD 1 10001',
        'pend EURUSD 1 7',
      )
      await life.terminal.set({ requotes: 3, partials: 3 })
      await life.control({ close_all: true, pause_add: true })
      const begun = await life.until(({ closing }) => closing === 1, 'a close all')
      expect(begun).toMatchObject({ open: 0, add: 0 })
      expect(begun.chart).toContain('closing all')
      await life.untilCommand('delivered')
      const done = await life.until(({ closing }) => closing === 0, 'a flat account')
      expect(done).toMatchObject({ positions: [], pending: 0, open: 1, add: 0 })
      await life.untilCommand('confirmed')
      expect(life.lastSent('mt5pulse').get('positions')).toBe('0')
      expect(Number(life.lastSent('mt5pulse').get('day_profit'))).toBeCloseTo(done.balance - 10_000, 1)
    })

    it('closes the oldest first', async () => {
      const life = await trading({}, 'open A buy 1 1', 'open B sell 1 1', 'open C buy 1 1')
      const { positions } = await life.run('state')
      await life.control({ close_all: true })
      const { closed } = await life.until(({ positions: left }) => left.length === 0, 'a flat account')
      expect(closed).toEqual(positions.map(({ ticket }) => ticket))
    })

    it('waits for a market to open without trying all the time, and closes the others meanwhile', async () => {
      const life = await trading({}, 'open XAUUSD buy 1 1', 'open BTCUSD buy 1 1', 'market XAUUSD 0')
      await life.control({ close_all: true })
      const half = await life.until(({ positions }) => positions.length === 1, 'one closed position')
      expect(half.positions).toMatchObject([{ symbol: 'XAUUSD' }])
      const { requests } = await life.run('state')
      const later = await life.pass(120)
      expect(later.requests - requests).toBeLessThanOrEqual(4)
      expect(later).toMatchObject({ closing: 1, open: 0 })
      expect(later.chart).toContain('market closed')
      expect(life.lastSent('mt5pulse').get('positions')).toBe('1')
      await life.run('market XAUUSD 1')
      await life.until(({ closing }) => closing === 0, 'a flat account')
      await life.untilCommand('confirmed')
    })

    it('is not flat while a pending order is left', async () => {
      const life = await trading({}, 'open EURUSD buy 1 1', 'pend XAUUSD 1 1', 'market XAUUSD 0')
      await life.control({ close_all: true })
      await life.until(({ positions }) => positions.length === 0, 'closed positions')
      await life.pass(10)
      expect(Object.fromEntries(life.lastSent('mt5pulse'))).toMatchObject({
        positions: '1',
        pending_orders: '1',
      })
      await life.run('market XAUUSD 1')
      await life.until(({ pending }) => pending === 0, 'no pending orders')
      await life.untilCommand('confirmed')
    })

    it('closes only its own magic number where the input says so', async () => {
      const life = await trading(
        { own: 1 },
        'open XAUUSD buy 1 10001',
        'open XAUUSD buy 1 5',
        'pend XAUUSD 1 10001',
        'pend XAUUSD 1 0',
      )
      expect(Object.fromEntries(life.lastSent('mt5pulse'))).toMatchObject({
        positions: '1',
        pending_orders: '1',
      })
      await life.control({ close_all: true })
      await life.untilCommand('asked')
      const done = await life.until(
        ({ closing, closed }) => closing === 0 && closed.length > 0,
        'its own are closed',
      )
      expect(done).toMatchObject({ positions: [{ magic: 5 }], pending: 1, open: 1 })
      await life.untilCommand('confirmed')
    })

    it('follows a price that jumps away, by more slippage each time', async () => {
      const life = await trading({}, 'open XAUUSD buy 1 1')
      // Five jumps of a dollar: each is more than the slippage of before.
      await life.run('gap 5 -100')
      await life.control({ close_all: true })
      await life.until(({ positions }) => positions.length === 0, 'a flat account')
    })

    it('closes a volume over the largest of an order in parts', async () => {
      const life = await trading(
        { netting: 1 },
        'most XAUUSD 50',
        'open XAUUSD buy 60 1',
        'open XAUUSD buy 60 2',
      )
      expect((await life.run('state')).positions).toMatchObject([{ volume: 120 }])
      await life.control({ close_all: true })
      await life.until(({ positions }) => positions.length === 0, 'a flat account')
      await life.untilCommand('confirmed')
    })

    it('does not hold up the strategy when the broker is slow', async () => {
      const orders = Array.from({ length: 8 }, () => 'open XAUUSD buy 0.1 1')
      const life = await trading({ slow: 300 }, ...orders)
      await life.control({ close_all: true })
      let before = (await life.run('state')).requests
      for (let left = 8; left > 0;) {
        const state = await life.pass(1, 1)
        // 0.3 s an order, and a step ends after 0.8 s.
        expect(state.requests - before).toBeLessThanOrEqual(4)
        before = state.requests
        left = state.positions.length
      }
    })

    it('says when trading by programs is off, sends nothing meanwhile, and goes on', async () => {
      const life = await trading({ algo: 0 }, 'open XAUUSD buy 1 1')
      await life.control({ close_all: true })
      const state = await life.until(({ closing }) => closing === 1, 'a close all')
      const later = await life.pass(20)
      expect(later.requests).toBe(state.requests)
      expect(later.chart).toMatch(/switch (?:Algo Trading|AutoTrading) on/)
      await life.terminal.set({ algo: 1 })
      await life.until(({ positions }) => positions.length === 0, 'a flat account')
    })

    it('goes on after a crash of the terminal, though the order comes only once', async () => {
      const life = await trading({}, 'open XAUUSD buy 1 1', 'market XAUUSD 0')
      await life.control({ close_all: true })
      await life.until(({ closing }) => closing === 1, 'a close all')
      await life.crash()
      await life.boot()
      await life.run('open XAUUSD buy 1 1')
      const state = await life.until(({ positions }) => positions.length === 0, 'a flat account')
      expect(state.closing).toBe(0)
      await life.untilCommand('confirmed')
    })

    it('goes on when the licence ends meanwhile', async () => {
      const life = await trading({}, 'open XAUUSD buy 1 1', 'market XAUUSD 0')
      await life.control({ close_all: true })
      await life.until(({ closing }) => closing === 1, 'a close all')
      await life.update({ disabled: true, disable_reason: 'refund' })
      await life.until(({ chart }) => chart.includes('refund'), 'a refusal')
      await life.run('market XAUUSD 1')
      expect(await life.until(({ positions }) => positions.length === 0, 'a flat account')).toMatchObject({
        open: 0,
      })
    })

    it('reaches one of two terminals, and both go on', async () => {
      const one = await trading({}, 'open XAUUSD buy 1 1')
      const two = await one.second()
      await two.run('open XAUUSD buy 1 1')
      await two.until(({ open }) => open === 1, 'a licence')
      await one.control({ close_all: true })
      const done = await one.until(({ closed }) => closed.length === 1, 'a close all')
      expect(done.positions).toEqual([])
      expect(await two.pass(10)).toMatchObject({ closing: 0, open: 1, positions: [{ symbol: 'XAUUSD' }] })
    })

    if (dialect === 'mql5')
      it.each([1, 2, 0])('finds the filling that the symbol takes (flags %i)', async (flags) => {
        const life = await trading({}, 'open XAUUSD buy 1 1', `filling XAUUSD ${flags}`)
        await life.control({ close_all: true })
        await life.until(({ positions }) => positions.length === 0, 'a flat account')
      })
  })
}
