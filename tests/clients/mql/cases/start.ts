import { describe, expect, it } from 'vitest'
import type { Dialect } from '../prepare.ts'
import { DAY, type World } from '../world.ts'

export function testStart(world: () => World, dialect: Dialect): void {
  const once = it.runIf(dialect === 'mql5')
  describe('the start', () => {
    it('waits for the terminal, then for the allowed address, then begins a trial', async () => {
      const life = await world().live({
        app: { mt5: { enabled: true, auto_trial: true, trial_seconds: DAY } },
        licensed: false,
        set: { login: 0, connected: 0, allowed: 'http://elsewhere' },
      })
      expect(await life.pass(10)).toMatchObject({ calls: [], open: 0, add: 0 })
      // The account's number comes before the server's name, and the connection last.
      const number = life.account.split('@')[0]!
      await life.terminal.set({ login: number, server: '' })
      expect((await life.pass(5)).calls).toEqual([])
      await life.terminal.set({ server: 'Broker-Live 2' })
      expect((await life.pass(5)).calls).toEqual([])
      await life.terminal.set({ connected: 1 })
      const blocked = await life.pass(5)
      expect(blocked).toMatchObject({ calls: ['mt5logon'], open: 0 })
      expect(blocked.chart).toContain(`allow WebRequest for ${world().address}\n`.trim())
      expect(blocked.chart).not.toContain('/yz')
      await life.terminal.set({ allowed: world().address })
      const licensed = await life.until(({ open }) => open === 1, 'a licence')
      expect(licensed).toMatchObject({ add: 1 })
      expect(licensed.chart).toContain('licensed until')
      expect((await life.device()).license).toBe('TRIAL')
    })

    once(
      'doubles the time between two tries up to five minutes, and is back after a good answer',
      async () => {
        const life = await world().live({ set: { status: 503 } })
        const { calls } = await life.pass(635, 635)
        // 1 s, then 5, 10, 20, 40, 80, 160, 300 s, each 20 % more or less.
        expect(calls.length).toBeGreaterThanOrEqual(7)
        expect(calls.length).toBeLessThanOrEqual(9)
        await life.terminal.set({ status: 0 })
        await life.until(({ open }) => open === 1, 'a licence')
        // A pulse each 5 s, 20 % more or less.
        const pulses = (await life.pass(60, 60)).calls.filter((api) => api === 'mt5pulse').length
        expect(pulses).toBeGreaterThanOrEqual(9)
        expect(pulses).toBeLessThanOrEqual(15)
      },
    )

    once('sets its timer again where the terminal refuses it', async () => {
      const life = await world().live({ set: { timerFailures: 3 } })
      await life.until(({ open }) => open === 1, 'a licence')
    })

    it('is silent in the strategy tester, and opens as its input says', async () => {
      const life = await world().live({ set: { tester: 1 } })
      expect(await life.pass(10)).toMatchObject({ calls: [], prints: [], chart: '', open: 1, add: 1 })
      await life.terminal.set({ testerMayOpen: 0 })
      await life.run('deinit')
      expect(await life.run('init')).toMatchObject({ open: 0, add: 0 })
    })

    once('follows the terminal to another account, and knows nothing of the first there', async () => {
      const life = await world().live()
      await life.until(({ open }) => open === 1, 'a licence')
      await life.terminal.set({ login: 799_999 })
      const state = await life.until(({ chart }) => chart.includes('799999'), 'the other account')
      expect(state.open).toBe(0)
      expect(state.chart).toContain('404')
    })
  })

  describe('the version', () => {
    const NEWER = {
      version: '1.10',
      app_update_url: 'https://example.com/new',
      app_update_must: 'n',
    } as const

    once.each([0, 3] as const)(
      'shows a newer one, and stops where the update is a must (mode %i)',
      async (mode) => {
        const sealed = mode === 3 ? { encrypt: true, mi_type: 3 as const } : {}
        const life = await world().live({ app: { ...NEWER, ...sealed }, marks: { mode } })
        const offered = await life.until(({ open }) => open === 1, 'a licence')
        expect(offered.chart).toContain('new version: 1.10')
        expect(offered.chart).toContain('https://example.com/new')
        await world().act('app_update', { app: life.app, app_update_must: 'y' })
        await life.run('deinit')
        await life.run('init')
        expect(await life.pass(10)).toMatchObject({ open: 0, add: 0 })
      },
    )

    once('is no news where the program is the newest or newer', async () => {
      const life = await world().live({ app: { version: '1.8', app_update_must: 'y' } })
      const state = await life.until(({ open }) => open === 1, 'a licence')
      expect(state.chart).not.toContain('version')
    })
  })
}
