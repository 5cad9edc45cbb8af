import { createHash } from 'node:crypto'
import { REFUSALS } from '../passing-refusals.ts'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DAY, FOREVER, HOUR, LICENSED, type KitWorld } from './kit-world.ts'

/** The life of a program while no good answer comes: the last good one counts for a while, and nothing else does. */
export function describeOutages(world: () => KitWorld): void {
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
      const { licence, kami } = await world().usual()
      await world().begin(licence, kami)
      await world().program.check()
      cut()
      expect(await world().program.check()).toMatchObject({ name: 'grace', code: 0, end: FOREVER })
    })

    it('goes on after noise where answers are RC4-2', async () => {
      const licence = await world().application({ encrypt: true, mi_type: 3, free_mode: true })
      await world().begin(licence, 'A')
      expect(await world().program.check()).toMatchObject(LICENSED)
      for (const body of ['', 'a', 'zz', 'é', '00', '{"code":149}', 'ab'.repeat(50_000)]) {
        world().front.change = (answer) => (answer.body = body)
        expect(await world().program.check()).toMatchObject({ name: 'grace' })
      }
    })

    it.each(['maintenance', 'closed'] as const)('goes on while kmlogon is in the state %s', async (state) => {
      const { licence, kami } = await world().usual()
      await world().begin(licence, kami)
      await world().program.check()
      await world().act('capability_set', { api: 'kmlogon', state })
      const found = await world().program.check()
      await world().act('capability_set', { api: 'kmlogon', state: 'open' })
      expect(found).toMatchObject({ name: 'grace' })
    })

    it.each(REFUSALS)('%d with the text %j leads to %s', async (code, msg, name) => {
      const { licence, kami } = await world().usual()
      await world().begin(licence, kami)
      await world().program.check()
      world().front.change = (answer) => {
        const time = world().server.clock.now()
        const check = md5(`${time}${licence.settings.appkey}${answer.value}`)
        answer.body = JSON.stringify({ code, msg, time, check })
      }
      expect(await world().program.check()).toMatchObject({ name })
    })

    it.each([
      ['http://no_such_host.invalid', 'no_such_host.invalid:80'],
      ['https://[::1]/yz', '[::1]:443'],
      ['http://127.0.0.1:1', '127.0.0.1:1'],
      ['http://a b', 'a b:80'],
    ])('names the place of %s', async (address, place) => {
      const { licence, kami } = await world().usual()
      await world().begin(licence, kami, { settings: { address } })
      const state = await world().program.check()
      expect(state).toMatchObject({ name: 'waiting', code: 0 })
      expect(state.text).toContain(`No answer from ${place}`)
    })

    it('counts the last good answer for the hours of the kit, also in a new program', async () => {
      const { licence, kami } = await world().usual()
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
      const { licence, kami } = await world().usual()
      const folder = join(world().folder, 'sample.file', 'below')
      writeFileSync(join(world().folder, 'sample.file'), '')
      await world().begin(licence, kami, { folder })
      expect(await world().program.check()).toMatchObject(LICENSED)
      expect(await world().program.state()).toMatchObject(LICENSED)
      world().front.isUp = false
      expect(await world().program.check()).toMatchObject({ name: 'grace' })
    })

    it('counts nothing where the vendor set 0 hours', async () => {
      const { licence, kami } = await world().usual()
      await world().begin(licence, kami, { settings: { grace_hours: 0 } })
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
      const kami = await world().code({ app: licence.app, type: 'permanent' })
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
      const { licence, kami } = await world().usual()
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
      const { licence, kami } = await world().usual()
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

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

/** The file that a program keeps in its folder. */
function file(folder: string): string | undefined {
  const found = readdirSync(folder).find((name) => /\.(?:json|txt)$/.test(name))
  return found === undefined ? undefined : join(folder, found)
}
