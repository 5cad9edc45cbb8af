import { describe, expect, it } from 'vitest'
import type { Dialect } from '../prepare.ts'
import { DAY, type World } from '../world.ts'

const SEALED = { encrypt: true, mi_type: 3 as const }

export function testCodes(world: () => World, dialect: Dialect): void {
  const once = it.runIf(dialect === 'mql5')
  describe('the licence code', () => {
    it.each([
      [0, {}],
      [3, SEALED],
    ] as const)('activates an unknown account once (mode %i)', async (mode, app) => {
      const life = await world().live({ app, marks: { mode }, licensed: false })
      const kami = await world().code({ app: life.app, type: 'time', unit: 'month', amount: 1 })
      await life.terminal.set({ code: ` ${kami} ` })
      await life.run('init')
      const state = await life.until(({ open }) => open === 1, 'a licence')
      expect(state.chart).toContain(`licensed until`)
      expect(await life.device()).toMatchObject({ license: kami })
      await life.crash()
      await life.boot()
      await life.terminal.set({ code: kami })
      await life.run('init')
      const { calls } = await life.pass(30)
      expect(calls).not.toContain('kmlogon')
    })

    it('renews an account that has ended, also while the program runs', async () => {
      const life = await world().live()
      const kami = await world().code({ app: life.app, type: 'time', unit: 'day', amount: 2 })
      await life.terminal.set({ code: kami })
      await life.run('init')
      const { calls } = await life.pass(30)
      expect(calls).not.toContain('kmlogon')
      await life.update({ vip: world().server.clock.now() + 20 })
      // The program knows its old end until the next login, and the server refuses the pulse after the new end.
      const { calls: renewing, open } = await life.pass(40)
      expect(renewing.filter((api) => api === 'kmlogon')).toHaveLength(1)
      expect(open).toBe(1)
      const { vip } = await life.device()
      expect(vip).toBeGreaterThan(world().server.clock.now() + 2 * DAY - 60)
    })

    once('is spent in a trial, so that the customer sees it at work', async () => {
      const life = await world().live({
        app: { mt5: { enabled: true, auto_trial: true, trial_seconds: DAY } },
        licensed: false,
      })
      const kami = await world().code({ app: life.app, type: 'time', unit: 'day', amount: 1 })
      await life.terminal.set({ code: kami })
      await life.run('init')
      await life.until(({ open }) => open === 1, 'a licence')
      const { license, vip } = await life.device()
      expect(license).toBe(kami)
      expect(vip).toBeGreaterThan(world().server.clock.now() + 2 * DAY - 60)
    })

    once('of a number of uses gives an hour for each use, and a restart takes none', async () => {
      const life = await world().live({ licensed: false })
      const kami = await world().code({ app: life.app, type: 'count', amount: 5 })
      await life.terminal.set({ code: kami })
      await life.run('init')
      await life.until(({ open }) => open === 1, 'a licence')
      for (let i = 0; i < 3; i++) {
        await life.run('deinit')
        await life.run('init')
        await life.pass(15)
      }
      const left = async () => (await world().act('code_list', { search: kami })).rows[0]?.left
      expect(await left()).toBe(4)
      await life.terminal.set({ period: 60 })
      await life.run('deinit')
      await life.run('init')
      const { open } = await life.pass(3720, 60)
      expect(open).toBe(1)
      expect(await left()).toBe(3)
    })

    once('that is unknown, used elsewhere or disabled is shown, and tried once a start', async () => {
      const { server } = world()
      const life = await world().live({ licensed: false })
      const used = await world().code({ app: life.app, type: 'permanent' })
      const t = String(server.clock.now())
      await world().act('app_api_set', { app: life.app, api: 'kmlogon', on: true, sign: false })
      expect(await server.api('kmlogon', life.app, { kami: used, markcode: '5@Elsewhere', t })).toMatchObject(
        { code: 200 },
      )
      const off = await world().code({ app: life.app, type: 'permanent' })
      const { rows } = await world().act('code_list', { search: off })
      await world().act('code_update', { ids: rows.map(({ id }) => id), disabled: true })
      for (const [kami, text] of [
        ['NO-SUCH-CODE', '149 卡密不存在'],
        [used, '150 卡密已使用'],
        [off, '151 卡密已被禁用'],
      ] as const) {
        await life.terminal.set({ code: kami })
        await life.run('deinit')
        await life.run('init')
        const state = await life.pass(60)
        expect(state.chart).toContain(`code: ${text}`)
        expect(state.calls.filter((api) => api === 'kmlogon')).toHaveLength(1)
        expect(state.open).toBe(0)
      }
    })

    once('does not activate over a lost answer twice', async () => {
      const life = await world().live({ licensed: false })
      const kami = await world().code({ app: life.app, type: 'time', unit: 'day', amount: 1 })
      world().garble = (api) => (api === 'kmlogon' ? { status: 502, body: '' } : undefined)
      await life.terminal.set({ code: kami })
      await life.run('init')
      await life.pass(10)
      world().garble = undefined
      await life.until(({ open }) => open === 1, 'a licence')
      const { vip } = await life.device()
      expect(vip).toBeLessThanOrEqual(world().server.clock.now() + DAY)
    })

    once(
      'is not unbound by the program: the answer says what to do, also after a jump of the clock',
      async () => {
        const life = await world().live({ licensed: false })
        const kami = await world().code({ app: life.app, type: 'permanent' })
        await life.terminal.set({ code: kami })
        await life.run('init')
        await life.until(({ open }) => open === 1, 'a licence')
        await life.pass(5)
        for (const clock of [0, -7200, 30 * 3600]) {
          await life.terminal.set({ clock })
          const { prints, calls } = await life.run('unbind')
          expect(prints[0]).toMatch(/^164 /)
          // The server refuses a time that is too old, or more than 14 hours ahead: the program corrects its clock.
          expect(calls).toHaveLength(clock === 0 ? 1 : 2)
        }
      },
    )

    once(
      'keeps no licence that the server took away, while the answer to the code is held back',
      async () => {
        const life = await world().live()
        await life.terminal.set({ code: 'NO-SUCH-CODE' })
        await life.run('init')
        await life.until(({ open }) => open === 1, 'a licence')
        world().garble = (api) => (api === 'kmlogon' ? { status: 502, body: '' } : undefined)
        const { id } = await life.device()
        await world().act('device_delete', { ids: [id] })
        expect(await life.pass(30)).toMatchObject({ open: 0, add: 0 })
        world().garble = undefined
      },
    )

    once('activates again when the vendor deletes the account and frees the code', async () => {
      const life = await world().live({ licensed: false })
      const kami = await world().code({ app: life.app, type: 'time', unit: 'day', amount: 1 })
      await life.terminal.set({ code: kami })
      await life.run('init')
      await life.until(({ open }) => open === 1, 'a licence')
      const { id } = await life.device()
      await world().act('device_delete', { ids: [id], codes: 'free' })
      await life.pass(10)
      expect(await life.device()).toMatchObject({ license: kami })
    })

    once('in a trial leaves the trial alone while it gets no answer', async () => {
      const life = await world().live({
        app: { mt5: { enabled: true, auto_trial: true, trial_seconds: DAY } },
        licensed: false,
      })
      world().garble = (api) => (api === 'kmlogon' ? { status: 502, body: '' } : undefined)
      await life.terminal.set({ code: 'ANY' })
      await life.run('init')
      await life.until(({ open }) => open === 1, 'a trial')
      expect((await life.pass(30)).chart).not.toContain('grace')
    })

    once('works on a machine whose clock is wrong', async () => {
      const life = await world().live({ licensed: false, app: { window: 10 } })
      const kami = await world().code({ app: life.app, type: 'permanent' })
      await life.terminal.set({ code: kami, clock: -40 * DAY })
      await life.run('init')
      await life.until(({ open }) => open === 1, 'a licence')
    })
  })

  describe('an application in another encryption', () => {
    once('licenses and steers its accounts, and says that it takes no codes', async () => {
      const life = await world().live({
        app: { encrypt: true, mi_type: 1, version: '9.9' },
        marks: { mode: 1 },
        licensed: false,
      })
      await life.terminal.set({ code: 'ANY' })
      await life.run('init')
      const refused = await life.pass(5)
      expect(refused).toMatchObject({ open: 0, calls: ['mt5logon', 'mt5logon'] })
      expect(refused.chart).toContain('code: not possible')
      await world().act('device_create', { app: life.app, account_key: life.account, vip: 4_102_243_200 })
      await life.until(({ open }) => open === 1, 'a licence')
      expect((await life.device()).telemetry).toMatchObject({ equity: 10_000 })
    })
  })

  describe('the end of the licence', () => {
    once('stops the program at its second, with the address to buy', async () => {
      const life = await world().live({ app: { mt5: { enabled: true, buy_url: 'https://buy.example.com' } } })
      await life.update({ vip: world().server.clock.now() + 30 })
      await life.until(({ open }) => open === 1, 'a licence')
      await life.terminal.set({ status: 503 })
      const state = await life.until(({ open }) => open === 0, 'the end')
      expect(world().server.clock.now()).toBeLessThanOrEqual((await life.device()).vip + 5)
      expect(state.chart).toContain('no licence')
      await life.terminal.set({ status: 0 })
      const refused = await life.until(({ chart }) => chart.includes('refused'), 'a refusal')
      expect(refused.chart).toContain('201')
      expect(refused.chart).toContain('https://buy.example.com')
      await life.update({ vip: world().server.clock.now() + DAY })
      await life.until(({ open }) => open === 1, 'a renewal')
    })

    once('comes at once by a refusal, in the words of the vendor and of the terminal', async () => {
      const life = await world().live({ set: { language: 'Chinese (Simplified)' } })
      const licensed = await life.until(({ open }) => open === 1, 'a licence')
      expect(licensed.chart).toContain('授权至')
      await life.update({ disabled: true, disable_reason: '退款 refund' })
      const state = await life.pass(10)
      expect(state).toMatchObject({ open: 0, add: 0 })
      expect(state.chart).toContain('已拒绝：114 退款 refund')
    })
  })
}
