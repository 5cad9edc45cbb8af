import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Dialect } from '../prepare.ts'
import type { World } from '../world.ts'

export function testPulse(world: () => World, dialect: Dialect): void {
  const once = it.runIf(dialect === 'mql5')
  describe('the pulse', () => {
    it('carries the figures, signed, and the registry has them', async () => {
      const life = await world().live({
        set: { name: '王小明 & "Söhne" + 1=%41' },
      })
      await life.run('open XAUUSD buy 0.5 10001')
      await life.run('open XAUUSD sell 0.2 10001')
      await life.run('pend XAUUSD 1 10001')
      await life.run('price XAUUSD 2001')
      await life.until(({ open }) => open === 1, 'a licence')
      // Bought at 2000.2, sold at 2000: 0.8 × 50 - 1.2 × 20 = 16.
      expect((await life.device()).telemetry).toMatchObject({
        equity: 10_016,
        balance: 10_000,
        dd: 0,
        positions: 2,
        buy_pos: 1,
        sell_pos: 1,
        float_pnl: 16,
        margin_level: null,
        symbol: 'XAUUSD+',
        more: {
          currency: 'USD',
          program_version: '1.9',
          magic: '10001',
          leverage: 100,
          account_name: '王小明 & "Söhne" + 1=%41',
          day_profit: 0,
          pending_orders: 1,
        },
      })
      const sent = life.lastSent('mt5pulse')
      expect(Object.fromEntries(sent)).toMatchObject({
        currency: 'USD',
        program_version: '1.9',
        magic: '10001',
        leverage: '100',
        account_name: '王小明 & "Söhne" + 1=%41',
        day_profit: '0.00',
        pending_orders: '1',
      })
      const signed = [...sent].filter(([name]) => name !== 'sign' && name !== 'value')
      const text = signed.map(([name, value]) => `${name}=${value}&`).join('') + life.marks.appkey
      expect(sent.get('sign')).toBe(createHash('md5').update(text).digest('hex'))
    })

    once.each(['A & B+C =D', 'Брокер-Live%2B', '模拟 "服务器"|1', `a'b\\c;<d>`])(
      'names the account of the server %j exactly',
      async (name) => {
        const life = await world().live({ licensed: false, set: { server: name } })
        const number = life.account.split('@')[0]!
        life.account = `${number}@${name}`
        await world().act('device_create', { app: life.app, account_key: life.account, vip: 4_102_243_200 })
        const state = await life.until(({ open }) => open === 1, 'a licence')
        expect(state.chart).toContain('for ever')
        expect((await life.device()).telemetry).toMatchObject({ equity: 10_000 })
      },
    )

    once('cuts figures to the length that the server takes', async () => {
      const life = await world().live({ set: { name: '长'.repeat(100), currency: 'U&=+"\\#7890' } })
      await life.until(({ open }) => open === 1, 'a licence')
      expect(life.lastSent('mt5pulse').get('account_name')).toBe('长'.repeat(64))
      expect(life.lastSent('mt5pulse').get('currency')).toBe('U&=+"\\#7')
      expect((await life.device()).telemetry).toMatchObject({ equity: 10_000 })
    })

    it('measures the drawdown from a peak that outlives a restart, and a withdrawal is none', async () => {
      const life = await world().live()
      await life.until(({ open }) => open === 1, 'a licence')
      await life.run('open XAUUSD buy 1 1')
      await life.run('price XAUUSD 2100.2')
      await life.pass(65)
      expect(life.lastSent('mt5pulse').get('dd')).toBe('0.00')
      // The peak is 20000. 5000 leave as money, 1500 as a loss.
      await life.run('flow -5000')
      await life.run('price XAUUSD 2085.2')
      await life.pass(10)
      expect(life.lastSent('mt5pulse').get('dd')).toBe('10.00')
      await life.run('deinit')
      await life.crash()
      await life.boot()
      await life.run('flow 2000')
      await life.pass(10)
      // The peak is 15000, and 17000 with the deposit of 2000. The equity is 12000.
      expect(life.lastSent('mt5pulse').get('dd')).toBe('29.41')
    })

    it('obeys pauses of opening and of adding, each alone', async () => {
      const life = await world().live()
      await life.until(({ open }) => open === 1, 'a licence')
      await life.control({ pause_open: true })
      expect(await life.until(({ open }) => open === 0, 'a pause')).toMatchObject({ add: 1 })
      await life.control({ pause_open: false, pause_add: true })
      const added = await life.until(({ add }) => add === 0, 'a pause of adding')
      expect(added.open).toBe(1)
      expect(added.chart).toContain('paused: no additions')
      // A restart during an outage stays paused.
      await life.run('deinit')
      await life.crash()
      await life.boot()
      await life.terminal.set({ status: 503 })
      expect(await life.pass(10)).toMatchObject({ open: 1, add: 0 })
    })

    once('goes on without pulses when the application has none', async () => {
      const life = await world().live()
      await world().act('app_api_set', { app: life.app, api: 'mt5pulse', on: false })
      await life.until(({ open }) => open === 1, 'a licence')
      const { open, calls } = await life.pass(60)
      expect(open).toBe(1)
      expect(calls).not.toContain('mt5pulse')
    })
  })
}
