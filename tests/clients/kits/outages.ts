import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DAY, FOREVER, HOUR, LICENSED, type KitWorld } from './kit-world.ts'

/** What a program does while no good answer comes: the last good one counts for a while, and nothing else does. */
export function describeOutages(world: () => KitWorld): void {
  const kamiOf = (app: number) => world().code({ app, type: 'permanent' })

  describe('without an answer', () => {
    const cuts: [string, () => void][] = [
      ['a broken connection', () => (world().front.isUp = false)],
      ['an error page', () => (world().front.change = (answer) => (answer.status = 502))],
      [
        'a page of the network',
        () => (world().front.change = (answer) => (answer.body = '<html>Sign in</html>')),
      ],
      ['an empty answer', () => (world().front.change = (answer) => (answer.body = ''))],
      ['JSON of another kind', () => (world().front.change = (answer) => (answer.body = '[{"code":149}]'))],
      ['endless JSON', () => (world().front.change = (answer) => (answer.body = '['.repeat(100_000)))],
      [
        'a forged refusal',
        () =>
          (world().front.change = (answer) =>
            (answer.body = `{"code":149,"msg":"x","time":${world().server.clock.now()},"check":"${'0'.repeat(32)}"}`)),
      ],
      [
        'an answer to another call',
        () =>
          (world().front.change = (answer) => (answer.body = answer.body.replace(/"check":"./, '"check":"'))),
      ],
    ]
    it.each(cuts)('goes on after %s', async (_, cut) => {
      const licence = await world().application({ encrypt: false })
      await world().begin(licence, await kamiOf(licence.app))
      await world().program.check()
      cut()
      expect(await world().program.check()).toMatchObject({ name: 'grace', code: 0, end: FOREVER })
    })

    it.each(['maintenance', 'closed'] as const)('goes on while kmlogon is in the state %s', async (state) => {
      const licence = await world().application()
      await world().begin(licence, await kamiOf(licence.app))
      await world().program.check()
      await world().act('capability_set', { api: 'kmlogon', state })
      const found = await world().program.check()
      await world().act('capability_set', { api: 'kmlogon', state: 'open' })
      expect(found).toMatchObject({ name: 'grace' })
    })

    it('counts the last good answer for the hours of the kit, also in a new program', async () => {
      const licence = await world().application()
      const kami = await kamiOf(licence.app)
      const folder = world().home()
      await world().begin(licence, kami, { folder })
      await world().program.check()
      await world().begin(licence, kami, { folder })
      world().front.isUp = false
      await world().pass(DAY - 1)
      expect(await world().program.check()).toMatchObject({ name: 'grace', end: FOREVER })
      await world().pass(1)
      expect(await world().program.check()).toMatchObject({ name: 'waiting', code: 0 })
      world().front.isUp = true
      expect(await world().program.check()).toMatchObject(LICENSED)
    })

    it('runs while the server answers, where it can write no file', async () => {
      const licence = await world().application()
      const folder = join(world().folder, 'sample.file', 'below')
      writeFileSync(join(world().folder, 'sample.file'), '')
      await world().begin(licence, await kamiOf(licence.app), { folder })
      expect(await world().program.check()).toMatchObject(LICENSED)
      expect(await world().program.state()).toMatchObject(LICENSED)
      world().front.isUp = false
      expect(await world().program.check()).toMatchObject({ name: 'grace' })
    })

    it('counts nothing where the vendor set 0 hours', async () => {
      const licence = await world().application()
      await world().begin(licence, await kamiOf(licence.app), { settings: { grace_hours: 0 } })
      expect(await world().program.check()).toMatchObject(LICENSED)
      expect(await world().program.state()).toMatchObject(LICENSED)
      world().front.isUp = false
      expect(await world().program.check()).toMatchObject({ name: 'waiting' })
    })

    it("never counts longer than the licence's own end", async () => {
      const licence = await world().application()
      const kami = await world().code({ app: licence.app, type: 'time', unit: 'hour', amount: 2 })
      await world().begin(licence, kami)
      await world().program.check()
      world().front.isUp = false
      await world().pass(2 * HOUR - 1)
      expect(await world().program.check()).toMatchObject({ name: 'grace' })
      await world().pass(1)
      expect(await world().program.check()).toMatchObject({ name: 'waiting' })
    })

    it('counts nothing after a refusal', async () => {
      const licence = await world().application()
      const kami = await kamiOf(licence.app)
      const folder = world().home()
      await world().begin(licence, kami, { folder })
      await world().program.check()
      const { rows } = await world().act('code_list', { filter: { app: licence.app } })
      await world().act('code_update', { ids: [rows[0]!.id], disabled: true })
      expect(await world().program.check()).toMatchObject({ name: 'refused', code: 151 })
      world().front.isUp = false
      expect(await world().program.check()).toMatchObject({ name: 'refused', code: 151 })
      await world().begin(licence, kami, { folder })
      world().front.isUp = false
      expect((await world().program.check()).name).toMatch(/^(?:waiting|refused)$/)
    })

    it('gains nothing from a clock set back, again and again', async () => {
      const licence = await world().application()
      const kami = await kamiOf(licence.app)
      const folder = world().home()
      await world().begin(licence, kami, { folder })
      await world().program.check()
      world().front.isUp = false
      const given = world().server.clock.now()
      for (let hours = 10; hours <= 20; hours += 10) {
        await world().program.clock(given)
        await world().program.check()
        await world().program.clock(given + 10 * HOUR)
        expect(await world().program.check()).toMatchObject({ name: 'grace' })
        await world().program.open({ kami, machine: 'PC-1', folder, settings: licence.settings })
      }
      await world().program.clock(given - DAY)
      await world().program.check()
      await world().program.clock(given - DAY + 4 * HOUR)
      expect(await world().program.check()).toMatchObject({ name: 'waiting' })
    })

    it.each([
      ['on another machine', { machine: 'PC-2' }],
      ['under another key', { settings: { appkey: 'another' } }],
    ])('counts nothing that was kept %s', async (_, other) => {
      const licence = await world().application({ free_mode: true })
      const [folder, copied] = [world().home(), world().home()]
      await world().begin(licence, 'A', { folder: copied, ...other })
      await world().program.check()
      await world().begin(licence, 'A', { folder })
      await world().program.check()
      const kept = file(folder)!
      mkdirSync(copied, { recursive: true })
      writeFileSync(file(copied) ?? join(copied, basename(kept)), readFileSync(kept))
      await world().begin(licence, 'A', { folder: copied, ...other })
      world().front.isUp = false
      expect(await world().program.check()).toMatchObject({ name: 'waiting' })
    })

    it.each([
      ['edited', (text: string) => text.replace(/\d{10}/, (end) => String(Number(end) + 1))],
      ['cut off', (text: string) => text.slice(0, -1)],
      ['empty', () => ''],
      ['no text', () => '\u{0}\u{1}\u{fffd}'],
    ])('counts nothing where the file is %s', async (_, edit) => {
      const licence = await world().application()
      const kami = await kamiOf(licence.app)
      const folder = world().home()
      await world().begin(licence, kami, { folder })
      await world().program.check()
      const kept = file(folder)!
      writeFileSync(kept, edit(readFileSync(kept, 'utf8')))
      await world().begin(licence, kami, { folder })
      world().front.isUp = false
      expect(await world().program.check()).toMatchObject({ name: 'waiting' })
    })
  })
}

/** The file that a program keeps in its folder. */
function file(folder: string): string | undefined {
  const found = readdirSync(folder).find((name) => /\.(?:json|txt)$/.test(name))
  return found === undefined ? undefined : join(folder, found)
}
