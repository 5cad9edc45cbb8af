import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../../support/test-server.ts'
import { until } from '../../support/until.ts'
import { requireTools } from '../toolchain.ts'
import { DAY, FOREVER, HOUR, KitWorld, LICENSED } from './kit-world.ts'
import { LANGUAGES, sampleOf } from './languages.ts'
import { describeOutages } from './outages.ts'
import { describePhp } from './php.ts'
import { describeEd25519, describeSignatures } from './signatures.ts'

/** The life of a program with a kit, from its first start without a network to the end of its licence. */

let server: TestServer
beforeAll(async () => {
  requireTools('python3', 'php', 'javac')
  server = await TestServer.start()
})
afterAll(() => server.end())

describe.each(LANGUAGES)('%s', (language) => {
  let world: KitWorld
  beforeAll(async () => {
    world = await KitWorld.open(server, language)
  })
  afterAll(() => world.end())

  const kamiOf = (app: number) => world.code({ app, type: 'permanent' })

  it.each([0, 3] as const)('activates a code, and reports a refusal, with mi_type %d', async (mi_type) => {
    const licence = await world.application({ mi_type, encrypt: mi_type !== 0 })
    const kami = await kamiOf(licence.app)
    // As people paste it from a chat.
    await world.begin(licence, `\u200b ${kami}\n\u{feff}\u00a0`)
    expect(await world.program.state()).toMatchObject(language === 'php' ? LICENSED : { name: 'waiting' })
    expect(await world.program.check()).toMatchObject({ ...LICENSED, end: FOREVER })
    expect(await world.program.state()).toMatchObject({ ...LICENSED, end: FOREVER })
    await world.begin(licence, 'NO-SUCH-CODE')
    expect(await world.program.check()).toEqual({ name: 'refused', code: 149, text: '卡密不存在', end: 0 })
  })

  it.each(['data', 'both'] as const)('reads answers in the envelope %s', async (envelope) => {
    const licence = await world.application({ envelope, free_mode: true, app_gg: 'News' })
    await world.begin(licence, 'A')
    expect(await world.program.check()).toMatchObject({ ...LICENSED, end: FOREVER })
    expect(await world.program.notice()).toBe('News')
  })

  it.each([
    [0, '卡密 "\'\\%s%41+&=<?>$x{0}😀'],
    [3, '卡密 "\'\\%s%41+=<?>$x{0}😀'],
  ] as const)(
    'sends every sign of a code and a machine code unchanged, with mi_type %d',
    async (mi_type, text) => {
      const licence = await world.application({ mi_type, encrypt: mi_type !== 0 })
      await world.act('code_import', { app: licence.app, rows: [{ kami: text, type: 'permanent' }] })
      await world.begin(licence, text, { machine: `PC ${text}` })
      expect(await world.program.check()).toMatchObject(LICENSED)
      const { rows } = await world.act('code_list', { filter: { app: licence.app } })
      expect(rows[0]).toMatchObject({ kami: text, markcode: `PC ${text}` })
    },
  )

  it.each([
    [3, 'A&markcode=PC-2', 'PC-1'],
    [3, 'A', 'PC&1'],
    [0, 'A\nB', 'PC-1'],
    [0, 'A', 'PC\u{0}1'],
  ])(
    'refuses what the wire cannot hold, without a call (mi_type %d, %j, %j)',
    async (mi_type, kami, machine) => {
      const licence = await world.application({ mi_type: mi_type === 3 ? 3 : 0, encrypt: mi_type === 3 })
      await world.begin(licence, kami, { machine })
      expect(await world.program.check()).toMatchObject({ name: 'refused', code: 401 })
      expect(world.front.calls).not.toContain('kmlogon')
    },
  )

  it('starts without a network, names the address to allow, and is licensed once the server answers', async () => {
    const { licence, kami } = await world.usual()
    await world.begin(licence, kami)
    world.front.isUp = false
    const waiting = await world.program.check()
    expect(waiting).toMatchObject({ name: 'waiting', code: 0 })
    expect(waiting.text).toContain(`127.0.0.1:${world.front.port}`)
    world.front.isUp = true
    expect(await world.program.check()).toMatchObject(LICENSED)
  })

  it('asks again after 5 s, doubling up to 5 min, and every 10 min after an answer', async () => {
    const { licence, kami } = await world.usual()
    await world.begin(licence, kami)
    world.front.isUp = false
    for (const seconds of [5, 10, 20, 40, 80, 160, 300, 300]) {
      await world.program.check()
      const pause = await world.program.pause()
      // A whole number of seconds may be half a second more or less.
      expect(pause).toBeGreaterThanOrEqual(seconds * 0.8 - 0.5)
      expect(pause).toBeLessThanOrEqual(seconds * 1.2 + 0.5)
    }
    world.front.isUp = true
    await world.program.check()
    const pause = await world.program.pause()
    expect(pause).toBeGreaterThanOrEqual(480)
    expect(pause).toBeLessThanOrEqual(720)
  })

  it('ends with its code, and goes on when the code is extended', async () => {
    const licence = await world.application()
    const kami = await world.code({ app: licence.app, type: 'time', unit: 'hour', amount: 1 })
    const { rows } = await world.act('code_list', { filter: { app: licence.app } })
    await world.begin(licence, kami)
    expect(await world.program.check()).toMatchObject({ ...LICENSED, end: server.clock.now() + HOUR })
    await world.pass(HOUR - 1)
    expect(await world.program.state()).toMatchObject(LICENSED)
    await world.pass(1)
    world.front.isUp = false
    expect(await world.program.state()).toMatchObject({ name: 'waiting' })
    world.front.isUp = true
    expect(await world.program.check()).toEqual({ name: 'refused', code: 201, text: '卡密已到期', end: 0 })
    await world.act('code_update', { ids: [rows[0]!.id], extend_seconds: DAY })
    expect(await world.program.check()).toMatchObject({ ...LICENSED, end: server.clock.now() + DAY })
  })

  it('takes one use of a count code an hour', async () => {
    const licence = await world.application()
    await world.begin(licence, await world.code({ app: licence.app, type: 'count', amount: 2 }))
    expect(await world.program.check()).toMatchObject(LICENSED)
    expect(await world.program.pause()).toBe(HOUR)
  })

  describeOutages(() => world)
  describe('with signed answers', () => {
    describeSignatures(() => world)
  })

  it.each([
    ['an hour late', -HOUR],
    ['a day early', DAY],
  ])('corrects a clock that is %s', async (_, wrong) => {
    const { licence, kami } = await world.usual()
    await world.begin(licence, kami)
    await world.program.clock(server.clock.now() + wrong)
    expect(await world.program.check()).toMatchObject({ ...LICENSED, end: FOREVER })
    const logins = () => world.front.calls.filter((api) => api === 'kmlogon').length
    expect(logins()).toBe(2)
    await world.program.check()
    expect(logins()).toBe(3)
  })

  it('does not start where an update must be made, and says which', async () => {
    const licence = await world.application({
      version: '1.10',
      app_update_must: 'y',
      app_update_show: '请更新',
      app_update_url: 'https://example.com/new.zip',
    })
    const kami = await kamiOf(licence.app)
    await world.begin(licence, kami, { settings: { version: '1.9' } })
    expect(await world.program.check()).toEqual({ name: 'update', code: 200, text: '请更新', end: 0 })
    expect(await world.program.update()).toBe('1.10')
    expect(world.front.calls).toEqual(['ini'])
    await world.act('app_update', { app: licence.app, app_update_must: 'n' })
    expect(await world.program.check()).toMatchObject(LICENSED)
    expect(await world.program.update()).toBe('1.10')
    await world.act('app_update', { app: licence.app, app_update_must: 'y' })
    await world.begin(licence, kami, { settings: { version: '1.10' } })
    expect(await world.program.check()).toMatchObject(LICENSED)
    expect(await world.program.update()).toBe('')
  })

  it.each([
    ['1.10', '1.9', true],
    ['1.9', '1.10', false],
    ['2', '1.99.99', true],
    ['1.0', '1.0', false],
    ['1.0b', '1.0a', true],
    ['1.0.1', '1.0', true],
    ['1.0', '1.0.1', false],
    ['', '1.0', false],
  ])('version %s is newer than %s: %s', async (version, own, newer) => {
    expect(await world.program.isNewer(version, own)).toBe(newer)
  })

  it('frees a code for another machine, and does not take the code back by itself', async () => {
    const licence = await world.application()
    const kami = await kamiOf(licence.app)
    await world.begin(licence, kami)
    await world.program.check()
    expect(await world.program.unbind()).toMatchObject({ code: 200, text: '卡密解绑成功' })
    expect(await world.program.state()).toMatchObject({ name: 'refused', code: 0 })
    await world.begin(licence, kami, { machine: 'PC-2' })
    expect(await world.program.check()).toMatchObject(LICENSED)
    await world.pass(60)
    expect(await world.program.unbind()).toMatchObject({ code: 201, text: '解绑失败,换绑时间不足' })
    expect(await world.program.state()).toMatchObject(LICENSED)
    world.front.isUp = false
    expect(await world.program.unbind()).toMatchObject({ code: 0 })
  })

  it('reads the announcement', async () => {
    const text = '公告 "1"\n\\ </b>'
    const licence = await world.application({ app_gg: text, encrypt: true, mi_type: 3 })
    await world.begin(licence, 'A')
    expect(await world.program.notice()).toBe(text)
    world.front.isUp = false
    // PHP keeps it, because each page view is a new program.
    expect(await world.program.notice()).toBe(language === 'php' ? text : '')
  })

  it('has a sample that runs while its licence is good, and ends with the reason of a refusal', async () => {
    world.front.reset()
    const kami = await kamiOf(world.sampleApp)
    const run = (code: string) => {
      const [command, ...given] = sampleOf(language, world.folder, code)
      return spawn(command, given, { cwd: world.folder, env: { ...process.env, HOME: world.folder } })
    }
    const good = run(kami)
    const output: string[] = []
    for await (const line of createInterface(good.stdout)) {
      output.push(line)
      if (/licensed/i.test(line)) break
    }
    good.kill()
    expect(output.join('\n')).toMatch(/licensed/i)
    const refused = run('NO-SUCH-CODE')
    expect((await text(refused.stdout)) + (await text(refused.stderr))).toMatch(/149 卡密不存在/)
  })

  it('names its machine, the same each time', async () => {
    const named = await world.program.machine()
    expect(named).toMatch(/^[0-9A-F]{32}$/)
    expect(await world.program.machine()).toBe(named)
  })

  if (language === 'php') {
    describe('page views', () => {
      describePhp(() => world)
    })
  } else {
    describe('its own Ed25519', () => {
      describeEd25519(() => world)
    })

    it('makes one call of two checks at once', async () => {
      const licence = await world.application()
      await world.begin(licence, await world.code({ app: licence.app, type: 'count', amount: 1 }))
      const release = world.front.hold()
      await world.program.both()
      release()
      expect(await world.program.joined()).toMatchObject([LICENSED, LICENSED])
      expect(world.front.calls).toEqual(['ini', 'kmlogon'])
    })

    it('asks in the background from its start on, and at the end of its licence', async () => {
      const licence = await world.application()
      const order = { app: licence.app, type: 'time', unit: 'hour', amount: 1 } as const
      await world.begin(licence, await world.code(order))
      await world.program.start()
      await until(async () => (await world.program.state()).name === 'licensed', 'the first answer')
      await world.pass(HOUR)
      await until(async () => (await world.program.state()).name === 'refused', 'the answer at the end')
      await world.program.stop()
    })
  }
})
