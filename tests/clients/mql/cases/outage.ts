import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Dialect } from '../prepare.ts'
import type { Life } from '../life.ts'
import { DAY, type World } from '../world.ts'

export function testOutage(world: () => World, dialect: Dialect): void {
  const once = it.runIf(dialect === 'mql5')
  /** A licensed program whose terminal is about to lose its network. */
  async function licensed(grace_hours = 24): Promise<Life> {
    const life = await world().live({ marks: { grace_hours } })
    await life.until(({ open }) => open === 1, 'a licence')
    await life.run('deinit')
    await life.crash()
    return life
  }
  /** The state of a program that starts without a network. */
  async function startsAlone(life: Life, settings: Record<string, string | number> = {}, files = life.files) {
    const [number, server] = life.account.split('@')
    const account = { login: number!, server: server!, connected: 1, allowed: world().address }
    await life.boot({ ...account, status: 503, ...settings }, files)
    const state = await life.pass(5)
    await life.crash()
    return state
  }
  const fileOf = (life: Life) => join(life.files, readdirSync(life.files)[0]!)

  describe('an outage', () => {
    it('is bridged for the hours of grace, over a restart', async () => {
      const life = await licensed()
      const state = await startsAlone(life)
      expect(state.open).toBe(1)
      expect(state.chart).toContain('in the hours of grace')
      world().server.clock.pass(23 * 3600)
      expect((await startsAlone(life)).open).toBe(1)
      world().server.clock.pass(3600)
      expect((await startsAlone(life)).open).toBe(0)
      // A clock set back doesn't bring the hours back.
      expect((await startsAlone(life, { clock: -20 * 3600 })).open).toBe(0)
    })

    once(
      'ends the grace after its hours also while a program runs with a clock that is set back',
      async () => {
        const life = await world().live({ marks: { grace_hours: 1 } })
        await life.until(({ open }) => open === 1, 'a licence')
        await life.terminal.set({ status: 503 })
        for (let hour = 0; hour < 4; hour++) {
          expect((await life.pass(840, 60)).open).toBe(1)
          await life.terminal.set({ clock: -7200 })
        }
        expect((await life.pass(600, 60)).open).toBe(0)
      },
    )

    it('is not bridged by an old file and a clock of then, because the broker has a clock too', async () => {
      const life = await licensed()
      const file = fileOf(life)
      const text = readFileSync(file, 'utf8')
      world().server.clock.pass(3 * DAY)
      expect((await startsAlone(life, { clock: -3 * DAY })).open).toBe(0)
      writeFileSync(file, text)
      expect((await startsAlone(life, { clock: -3 * DAY })).open).toBe(0)
    })

    once('over a weekend, when the broker sends no quotes, counts by the own clock', async () => {
      const life = await world().live({ set: { quotes: 0 } })
      await life.until(({ open }) => open === 1, 'a licence')
      await life.terminal.set({ status: 503 })
      // The first quote of the week comes two days after the last one.
      await life.terminal.set({ broker: 2 * DAY, quotes: 1 })
      expect((await life.pass(60, 60)).open).toBe(1)
    })

    once('is bridged on a machine whose clock is always ahead', async () => {
      const clock = 40 * DAY
      const life = await world().live({ set: { clock } })
      await life.until(({ open }) => open === 1, 'a licence')
      await life.run('deinit')
      await life.crash()
      expect((await startsAlone(life, { clock })).open).toBe(1)
      world().server.clock.pass(25 * 3600)
      expect((await startsAlone(life, { clock })).open).toBe(0)
    })

    once('stops at once without hours of grace, and never lasts longer than the licence', async () => {
      const none = await licensed(0)
      expect((await startsAlone(none)).open).toBe(0)
      const short = await world().live({ licensed: false })
      const { server } = world()
      await world().act('device_create', {
        app: short.app,
        account_key: short.account,
        vip: server.clock.now() + 60,
      })
      await short.until(({ open }) => open === 1, 'a licence')
      await short.terminal.set({ status: 503 })
      expect((await short.pass(70)).open).toBe(0)
    })

    it('finds no licence in an edited file, for another account, on another machine, in garbage', async () => {
      const life = await licensed()
      const file = fileOf(life)
      const text = readFileSync(file, 'utf8')
      expect(text).not.toContain(life.account)
      expect((await startsAlone(life, { data: 'D:\\Other' })).open).toBe(0)
      const parts = text.split('|')
      for (const forged of [
        [parts[0], parts[1], '4102243200', ...parts.slice(3)].join('|'),
        [parts[0], String(Number(parts[1]) + DAY), ...parts.slice(2)].join('|'),
        '',
        '1|2|3',
        '\0'.repeat(1000),
        '|'.repeat(10),
      ]) {
        writeFileSync(file, forged)
        expect((await startsAlone(life)).open).toBe(0)
      }
      writeFileSync(file, text)
      expect((await startsAlone(life)).open).toBe(1)
      // The file of another account has another name: a copy under that name is worth nothing.
      const elsewhere = join(world().folder, `copy-${life.app}`)
      mkdirSync(elsewhere)
      await startsAlone(life, { login: 799_998 }, elsewhere)
      const own = readdirSync(elsewhere).find((name) => name.includes('799998'))!
      copyFileSync(file, join(elsewhere, own))
      expect((await startsAlone(life, { login: 799_998 }, elsewhere)).open).toBe(0)
    })

    it('has no grace after a refusal', async () => {
      const life = await licensed()
      await life.update({ disabled: true })
      const [number] = life.account.split('@')
      await life.boot({ login: number!, server: 'Broker-Live 2', connected: 1, allowed: world().address })
      expect((await life.pass(10)).open).toBe(0)
      await life.crash()
      expect((await startsAlone(life)).open).toBe(0)
    })

    once.each([
      ['an HTTP error', 500, '{"code":114,"msg":"x"}'],
      ['garbage', 200, '<html>Wi-Fi login</html>'],
      ['an empty answer', 200, ''],
      ["a refusal that is not the server's", 200, '{"code":404,"time":1700000000,"check":"0","msg":"x"}'],
      [
        "a licence that is not the server's",
        200,
        '{"code":200,"time":1700000000,"check":"","msg":"success","vip":4102243200}',
      ],
      ['broken JSON', 200, '{"code":'],
    ])('%s is no answer', async (_, status, body) => {
      const life = await world().live()
      await life.until(({ open }) => open === 1, 'a licence')
      world().garble = () => ({ status, body })
      const state = await life.pass(20)
      expect(state).toMatchObject({ open: 1 })
      expect(state.chart).toContain('in the hours of grace')
      world().garble = undefined
      const back = await life.until(({ chart }) => !chart.includes('grace'), 'an answer')
      expect(back.open).toBe(1)
    })

    once('is what maintenance and a closed interface are', async () => {
      const life = await world().live()
      await life.until(({ open }) => open === 1, 'a licence')
      for (const api of ['mt5logon', 'mt5pulse'] as const)
        await world().act('capability_set', { api, state: 'maintenance' })
      const state = await life.pass(20)
      expect(state.open).toBe(1)
      expect(state.chart).toContain('171')
      for (const api of ['mt5logon', 'mt5pulse'] as const)
        await world().act('capability_set', { api, state: 'open' })
    })

    once('of a closed port is no answer either', async () => {
      const life = await world().live({
        marks: { address: 'http://127.0.0.1:9' },
        set: { allowed: 'http://127.0.0.1:9' },
      })
      const state = await life.pass(5)
      expect(state).toMatchObject({ open: 0, calls: ['mt5logon'] })
      expect(state.chart).toContain('no answer from http://127.0.0.1:9 (-1/5201)')
    })
  })
}
