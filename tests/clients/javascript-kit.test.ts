import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import type { UnreliableDoor } from '../support/unreliable-door.ts'
import { describeAnswers } from './javascript/answers.ts'
import { describeSignatures } from './javascript/signatures.ts'
import { browserRunner, KitWorld, nodeRunner } from './javascript/kit-world.ts'

/** The life of the JavaScript kit in Node and in a browser, as an operator downloads it. */

const HOUR = 3600

let world: KitWorld
let server: TestServer
let door: UnreliableDoor

beforeAll(async () => {
  world = await KitWorld.start()
  ;({ server, door } = world)
}, 60_000)
afterAll(() => world.end())
beforeEach(() => {
  door.state = 'open'
  door.refusal = undefined
})

describe.each([
  ['Node', nodeRunner],
  ['Chromium', browserRunner],
])('in %s', (_, make) => {
  const machine = make(() => world)
  const permanent = (app: number) => server.code({ app, type: 'permanent' })

  it.each([0, 3] as const)(
    'mode %d: starts without a network, waits, and logs in when the network is there',
    async (mi_type) => {
      const { app, name } = await world.makeKit({
        mi_type,
        encrypt: mi_type === 3,
        app_gg: '公告 & "notice"',
      })
      const code = await permanent(app)
      door.state = 'down'
      await machine.open(name, { code })
      expect(await machine.state()).toMatchObject({ status: 'waiting', allowed: false })
      expect(await machine.check()).toMatchObject({ status: 'waiting', allowed: false, code: 0 })
      door.state = 'open'
      expect(await machine.check()).toMatchObject({ status: 'licensed', allowed: true, end: 4_102_243_200 })
      expect(await machine.notice()).toBe('公告 & "notice"')
    },
  )

  it('asks for a code where it has none, and takes one later', async () => {
    const { app, name } = await world.makeKit()
    await machine.open(name, {})
    expect(await machine.check()).toMatchObject({ status: 'waiting', allowed: false })
    expect(await machine.activate(' NO-SUCH-CODE ')).toMatchObject({ status: 'refused', code: 149 })
    expect(await machine.activate(` ${await permanent(app)}\n`)).toMatchObject({ status: 'licensed' })
  })

  it('stops at a refusal, and nothing that it kept helps afterwards', async () => {
    const { app, name } = await world.makeKit()
    const code = await permanent(app)
    await machine.open(name, { code })
    expect(await machine.check()).toMatchObject({ allowed: true })
    const { rows } = await server.act('code_list', { filter: { app } })
    await server.act('code_update', { ids: [rows[0]!.id], disabled: true })
    expect(await machine.check()).toMatchObject({ status: 'refused', allowed: false, code: 151 })
    door.state = 'down'
    expect(await machine.check()).toMatchObject({ allowed: false })
    expect(await machine.kept()).toBeNull()
  })

  it('ends with its licence, and goes on after a renewal', async () => {
    const { app, name } = await world.makeKit()
    const code = await server.code({ app, type: 'time', unit: 'hour', amount: 1 })
    await machine.open(name, { code })
    const { end } = await machine.check()
    expect(end).toBe(server.clock.now() + HOUR)
    await machine.setClock(HOUR - 60)
    expect(await machine.state()).toMatchObject({ allowed: true })
    await machine.setClock(HOUR + 1)
    expect(await machine.state()).toMatchObject({ allowed: false })
    server.clock.pass(HOUR + 1)
    expect(await machine.check()).toMatchObject({ status: 'refused', code: 201 })
    const { rows } = await server.act('code_list', { filter: { app } })
    await server.act('code_update', { ids: [rows[0]!.id], extend_seconds: 2 * HOUR })
    expect(await machine.check()).toMatchObject({
      status: 'licensed',
      allowed: true,
      end: server.clock.now() + 2 * HOUR,
    })
  })

  it('goes on without an answer for the hours of grace, across a restart, and no longer', async () => {
    const { app, name } = await world.makeKit({ grace_hours: 24 })
    const code = await permanent(app)
    await machine.open(name, { code })
    await machine.check()
    door.state = 'down'
    expect(await machine.check()).toMatchObject({ status: 'grace', allowed: true })
    await machine.setClock(23 * HOUR)
    await machine.open(name, { code })
    expect(await machine.check()).toMatchObject({ status: 'grace', allowed: true })
    await machine.setClock(24 * HOUR + 60)
    expect(await machine.state()).toMatchObject({ allowed: false })
    expect(await machine.check()).toMatchObject({ status: 'waiting', allowed: false })
    // The clock is set back: the time that was seen counts.
    await machine.setClock(0)
    await machine.open(name, { code })
    expect(await machine.check()).toMatchObject({ status: 'waiting', allowed: false })
    door.state = 'open'
    expect(await machine.check()).toMatchObject({ status: 'licensed', allowed: true })
  })

  it('has no grace after the licence has ended', async () => {
    const { app, name } = await world.makeKit({ grace_hours: 720 })
    const code = await server.code({ app, type: 'time', unit: 'day', amount: 1 })
    await machine.open(name, { code })
    await machine.check()
    door.state = 'down'
    await machine.setClock(23 * HOUR)
    expect(await machine.check()).toMatchObject({ status: 'grace', allowed: true })
    await machine.setClock(25 * HOUR)
    expect(await machine.check()).toMatchObject({ status: 'waiting', allowed: false })
    await machine.setClock(0)
  })

  it('has no grace where the vendor gives none', async () => {
    const { app, name } = await world.makeKit({ grace_hours: 0 })
    await machine.open(name, { code: await permanent(app) })
    await machine.check()
    door.state = 'down'
    expect(await machine.check()).toMatchObject({ status: 'waiting', allowed: false })
  })

  it('believes no file that was edited or comes from another machine or code', async () => {
    const { app, name } = await world.makeKit()
    const code = await permanent(app)
    await machine.open(name, { code, machine: 'PC-1' })
    await machine.check()
    const kept = (await machine.kept())!
    door.state = 'down'
    const after = async (text: string, options: { code: string; machine: string }) => {
      await machine.setKept(text)
      await machine.open(name, options)
      return (await machine.check()).allowed
    }
    expect(await after(kept, { code, machine: 'PC-1' })).toBe(true)
    expect(await after(kept.replace(/^\d+ \d/, '4102243200 9'), { code, machine: 'PC-1' })).toBe(false)
    expect(await after(kept, { code, machine: 'PC-2' })).toBe(false)
    expect(await after(kept, { code: 'OTHER', machine: 'PC-1' })).toBe(false)
    expect(await after('', { code, machine: 'PC-1' })).toBe(false)
    expect(await after('x'.repeat(100_000), { code, machine: 'PC-1' })).toBe(false)
    expect(await after(kept, { code, machine: 'PC-1' })).toBe(true)
  })

  it.each(['garbage', 'bad gateway', 'tampered'] as const)('takes %s for no answer', async (state) => {
    const { app, name } = await world.makeKit({ encrypt: false, mi_type: 0 })
    await machine.open(name, { code: await permanent(app) })
    await machine.check()
    door.state = state
    expect(await machine.check()).toMatchObject({ status: 'grace', allowed: true })
  })

  it('takes maintenance of the server for no answer', async () => {
    const { app, name } = await world.makeKit()
    await machine.open(name, { code: await permanent(app) })
    await machine.check()
    await server.act('capability_set', { api: 'kmlogon', state: 'maintenance' })
    expect(await machine.check()).toMatchObject({ status: 'grace', allowed: true })
    await server.act('capability_set', { api: 'kmlogon', state: 'open' })
    expect(await machine.check()).toMatchObject({ status: 'licensed' })
  })

  it.each([-30 * 24 * HOUR, 30 * 24 * HOUR])('logs in though its clock is %d seconds off', async (ahead) => {
    const { app, name } = await world.makeKit()
    await machine.open(name, { code: await permanent(app) })
    await machine.setClock(server.clock.now() - Math.floor(Date.now() / 1000) + ahead)
    expect(await machine.check()).toMatchObject({ status: 'licensed' })
    await machine.setClock(0)
  })

  it('shows a newer version, and does not start before an update that must be made', async () => {
    const { app, name } = await world.makeKit({ version: '1.9' })
    const code = await permanent(app)
    const update = { app_update_show: '修复', app_update_url: 'https://ea.example/new' }
    await server.act('app_update', { app, version: '1.10', ...update })
    await machine.open(name, { code })
    expect(await machine.check()).toMatchObject({
      status: 'licensed',
      update: { version: '1.10', must: false, text: '修复', url: 'https://ea.example/new' },
    })
    await server.act('app_update', { app, app_update_must: 'y' })
    await machine.open(name, { code })
    expect(await machine.check()).toMatchObject({
      status: 'outdated',
      allowed: false,
      update: { must: true },
    })
    await server.act('app_update', { app, version: '1.8' })
    expect(await machine.check()).toMatchObject({ status: 'licensed', update: undefined })
  })

  describeSignatures(machine, () => world)
  describeAnswers(machine, () => world)

  it('unbinds its machine, which frees the code for another one', async () => {
    const { app, name } = await world.makeKit()
    const code = await permanent(app)
    await machine.open(name, { code, machine: 'PC-1' })
    await machine.check()
    await machine.open(name, { code, machine: 'PC-2' })
    expect(await machine.check()).toMatchObject({ status: 'refused', code: 150 })
    await machine.open(name, { code, machine: 'PC-1' })
    expect(await machine.unbind()).toMatchObject({ done: true, code: 200 })
    expect(await machine.state()).toMatchObject({ status: 'unbound', allowed: false })
    await machine.open(name, { code, machine: 'PC-2' })
    expect(await machine.check()).toMatchObject({ status: 'licensed' })
  })
})

describe('the program in Node', () => {
  it('asks again after 5 s, doubling to 5 minutes, and every 10 minutes after an answer', async () => {
    const { app, name } = await world.makeKit()
    const timers: { run: () => void; seconds: number }[] = []
    const kit = await world.load(name)
    const licence = new kit.Licence({
      code: await server.code({ app, type: 'permanent' }),
      store: { read: () => undefined, write: () => undefined, remove: () => undefined },
      warn: () => undefined,
      setTimer: (run, ms) => void timers.push({ run, seconds: ms / 1000 }),
    })
    door.state = 'down'
    licence.start()
    const expected = [5, 10, 20, 40, 80, 160, 300, 300, 600, 600]
    for (const [turn, seconds] of expected.entries()) {
      await until(() => timers.length === turn + 1, `timer ${turn}`)
      const { run, seconds: waited } = timers[turn]!
      expect(waited / seconds).toBeGreaterThanOrEqual(0.8)
      expect(waited / seconds).toBeLessThanOrEqual(1.2)
      if (turn === 7) door.state = 'open'
      run()
    }
    licence.stop()
  })

  it('asks a count code again only when its hour is over', async () => {
    const { app, name } = await world.makeKit()
    const timers: number[] = []
    const kit = await world.load(name)
    const licence = new kit.Licence({
      code: await server.code({ app, type: 'count', amount: 5 }),
      store: { read: () => undefined, write: () => undefined, remove: () => undefined },
      setTimer: (_, ms) => void timers.push(Math.round(ms / 1000)),
    })
    licence.start()
    await until(() => timers.length === 1, 'the timer')
    expect(Math.abs(timers[0]! - HOUR)).toBeLessThanOrEqual(2)
    licence.stop()
  })

  it('is a sample that keeps its answer in a file, names the address once, and unbinds', async () => {
    const { app, name } = await world.makeKit()
    const code = await server.code({ app, type: 'permanent' })
    const home = join(world.folder, 'home')
    const run = (...args: string[]) => {
      const child = spawn(process.execPath, [join(world.folder, name, 'sample-node.mjs'), code, ...args], {
        env: { HOME: home },
      })
      const lines: string[] = []
      for (const stream of [child.stdout, child.stderr])
        createInterface(stream).on('line', (line) => lines.push(line))
      return { child, lines }
    }
    const first = run()
    await until(() => first.lines.some((line) => line.startsWith('OK licensed')), 'a licence')
    first.child.kill()
    door.state = 'down'
    const second = run()
    await until(() => second.lines.some((line) => line.startsWith('OK grace')), 'grace')
    expect(second.lines.filter((line) => line.includes(`${new URL(door.url).host} (`))).toHaveLength(1)
    second.child.kill()
    door.state = 'open'
    const third = run('unbind')
    await once(third.child, 'close')
    expect(third.lines.join()).toContain('unbound')
  })
})

describe('the page in a browser', () => {
  it('logs in with a typed code, shows the program, and unbinds', async () => {
    const { app, name } = await world.makeKit()
    const code = await server.code({ app, type: 'permanent' })
    await world.page.goto(`${world.siteUrl}/${name}/sample-browser.html`)
    await world.page.getByLabel('code').fill(code)
    await world.page.getByRole('button', { name: 'log in' }).click()
    await world.page.getByText('your program').waitFor()
    await world.page.reload()
    await world.page.getByText('your program').waitFor()
    await world.page.getByRole('button', { name: 'unbind' }).click()
    await world.page.getByText('your program').waitFor({ state: 'hidden' })
  })
})
