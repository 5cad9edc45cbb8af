import { execFile } from 'node:child_process'
import { generateKeyPairSync, sign, verify as verifySignature } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { START, TestServer } from '../support/test-server.ts'
import { authentic, down, pass, Relay, type Behaviour } from './scripts/relay.ts'
import { layKit } from './scripts/fill.ts'
import { KitProgram, type KitSettings } from './scripts/program.ts'
import { requireTools } from './toolchain.ts'

/** The kits in C and Lua live a whole life with a real server behind a network that a test spoils. */

const run = promisify(execFile)
const here = import.meta.dirname
const HOUR = 3600
const DAY = 24 * HOUR

let server: TestServer
let relay: Relay
let folder: string
const programs: KitProgram[] = []

const KITS = [
  { name: 'C', command: () => [join(folder, 'c/driver')] },
  { name: 'Lua 5.1', command: () => ['lua5.1', join(here, 'scripts/driver.lua'), join(folder, 'lua')] },
  { name: 'Lua 5.4', command: () => ['lua5.4', join(here, 'scripts/driver.lua'), join(folder, 'lua')] },
  ...(['andlua1', 'andlua2'] as const).map((name) => ({
    name,
    command: () =>
      ['lua5.4', 'scripts/driver.lua', join(folder, name), 'scripts/androlua.lua'].map((part) =>
        part.startsWith('scripts/') ? join(here, part) : part,
      ),
  })),
] as const
const DESKTOP = KITS.slice(0, 3)

beforeAll(async () => {
  requireTools('gcc', 'lua5.1', 'lua5.4', 'curl')
  server = await TestServer.start()
  relay = await Relay.start(server.running.publicUrl)
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-scripts-'))
  for (const kit of ['c', 'lua', 'andlua1', 'andlua2'] as const) {
    mkdirSync(join(folder, kit))
    layKit(kit, join(folder, kit), { ...PLAIN, address: relay.address })
  }
  copyFileSync(join(here, 'scripts/driver.c'), join(folder, 'c/driver.c'))
  const flags = ['-std=c99', '-Wall', '-Wextra', '-Wpedantic', '-Werror', '-O1']
  const safe = ['-fsanitize=address,undefined', '-fno-sanitize-recover=all']
  const inFolder = { cwd: join(folder, 'c') }
  await run('gcc', [...flags, ...safe, 'driver.c', 'pulsekey.c', '-o', 'driver'], inFolder)
  await run('gcc', [...flags, '-fsyntax-only', 'sample.c'], inFolder)
}, 120_000)
afterEach(async () => {
  relay.takeCalls()
  relay.behaviour = pass
  await Promise.all(programs.splice(0).map((program) => program.end()))
})
afterAll(async () => {
  await relay.end()
  await server.end()
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

const PLAIN: KitSettings = {
  address: '',
  app: 10_001,
  appkey: 'k',
  rc4Key: 'r',
  version: '1.0',
  mode: 0,
  graceHours: 24,
}

/** An application with a code of 30 days, and the settings of its kit. */
async function vendor(mode: 0 | 3, change: Partial<KitSettings> = {}) {
  const { app, appkey, rc4_key: rc4Key } = await server.act('app_create', { name: 'Kit' })
  await server.act('app_update', { app, mi_type: mode, encrypt: mode !== 0, version: '1.0' })
  const kami = await server.code({ app, type: 'time', unit: 'day', amount: 30 })
  const {
    rows: [code],
  } = await server.act('code_list', { filter: { app, kami } })
  const settings = { ...PLAIN, address: relay.address, app, appkey, rc4Key, mode, ...change }
  const keys = { appkey, rc4Key, mode }
  return { app, kami, id: code!.id, settings, keys, file: join(folder, `${String(app)}-${kami}.dat`) }
}
type Vendor = Awaited<ReturnType<typeof vendor>>

async function startKit(
  kit: (typeof KITS)[number],
  { settings, kami, file }: Vendor,
  machine = 'PC-1',
  at = server.clock.now(),
  how = '',
): Promise<KitProgram> {
  const [command, ...args] = kit.command()
  const program = new KitProgram(command!, args)
  programs.push(program)
  await program.settings(settings)
  await program.say('at', at)
  const place = kit.name.startsWith('andlua') ? join(folder, 'pulsekey.dat') : file
  await program.say('start', kami, machine, place, how)
  return program
}

describe.each(KITS)('the kit in $name', (kit) => {
  it.each([0, 3] as const)(
    'starts without a network, and is licensed once it is there (mode %d)',
    async (mode) => {
      const shop = await vendor(mode)
      relay.behaviour = down
      let now = server.clock.now()
      const program = await startKit(kit, shop, 'PC-1', now, 'curl')
      let said = await program.say('tick', now)
      expect(said).toMatchObject({ state: 'waiting', mayRun: false, code: 0 })
      expect(said.text).toContain(String(relay.port))
      // 5 s, doubling up to 5 minutes, each ± 20 %.
      for (const [least, most] of [
        [4, 6],
        [8, 12],
        [16, 24],
        [32, 48],
        [64, 96],
        [128, 192],
        [240, 360],
        [240, 360],
      ] as const) {
        expect(said.wait).toBeGreaterThanOrEqual(least)
        expect(said.wait).toBeLessThanOrEqual(most)
        expect((await program.say('tick', now + least - 1)).state).toBe('waiting')
        now += said.wait
        said = await program.say('tick', now)
      }
      relay.takeCalls()
      relay.behaviour = pass
      server.clock.pass(now - server.clock.now())
      said = await program.say('tick', now + 400)
      expect(relay.takeCalls()).toEqual(['ini', 'kmlogon'])
      expect(said).toMatchObject({ state: 'licensed', mayRun: true, code: 200, update: 0 })
      expect(said.end).toBe(server.clock.now() + 30 * DAY)
      expect(said.wait).toBeGreaterThanOrEqual(480)
      expect(said.wait).toBeLessThanOrEqual(720)
      expect(said.text).toContain('已授权')
    },
  )

  it('runs on in an outage for the hours of grace, over a restart, and stops after them', async () => {
    const shop = await vendor(3)
    const given = server.clock.now()
    const first = await startKit(kit, shop)
    await first.say('tick', given)
    relay.behaviour = down
    expect(await first.say('tick', given + 800)).toMatchObject({ state: 'grace', mayRun: true })
    const second = await startKit(kit, shop, 'PC-1', given + HOUR)
    expect(await second.say('tick')).toMatchObject({ state: 'grace', mayRun: true })
    expect(await second.say('tick', given + DAY - 1)).toMatchObject({ state: 'grace', mayRun: true })
    expect(await second.say('tick', given + DAY)).toMatchObject({ state: 'ended', mayRun: false })
    relay.behaviour = pass
    expect(await second.say('tick', given + DAY + 400)).toMatchObject({ state: 'licensed', mayRun: true })
  })

  it('stops at a refusal, forgets the licence, and starts again when the server agrees', async () => {
    const shop = await vendor(0)
    const now = server.clock.now()
    const program = await startKit(kit, shop)
    await program.say('tick')
    await server.act('code_update', { ids: [shop.id], disabled: true })
    expect(await program.say('tick', now + 800)).toMatchObject({
      state: 'refused',
      mayRun: false,
      code: 151,
      message: '卡密已被禁用',
    })
    relay.behaviour = down
    expect(await program.say('tick', now + 2000)).toMatchObject({ state: 'refused', mayRun: false })
    const again = await startKit(kit, shop)
    expect(await again.say('tick', now + 2000)).toMatchObject({ state: 'waiting', mayRun: false })
    relay.behaviour = pass
    await server.act('code_update', { ids: [shop.id], disabled: false })
    expect(await program.say('tick', now + 4000)).toMatchObject({ state: 'licensed', mayRun: true })
  })

  it('unbinds, and asks no more', async () => {
    const shop = await vendor(3)
    const program = await startKit(kit, shop)
    await program.say('tick')
    expect(await program.say('unbind')).toMatchObject({ state: 'unbound', mayRun: false, answered: 200 })
    relay.takeCalls()
    expect(await program.say('now')).toMatchObject({ state: 'unbound', mayRun: false })
    expect(relay.takeCalls()).toEqual([])
    const other = await startKit(kit, shop, 'PC-2')
    expect(await other.say('tick')).toMatchObject({ state: 'licensed', mayRun: true })
    expect(await other.say('unbind')).toMatchObject({
      state: 'licensed',
      answered: 201,
      message: '解绑失败,换绑时间不足',
    })
  })

  it('shows the announcement', async () => {
    const shop = await vendor(3)
    await server.act('app_update', { app: shop.app, app_gg: '公告 "1"\n\\ %s 😀' })
    const program = await startKit(kit, shop)
    expect(await program.say('notice')).toMatchObject({ answered: 200, notice: '公告 "1"\n\\ %s 😀' })
    relay.behaviour = down
    expect(await program.say('notice')).toMatchObject({ answered: 0, notice: '' })
  })
})

describe.each(DESKTOP)('the kept answer of the kit in $name', (kit) => {
  async function keptBy(change: Partial<KitSettings> = {}) {
    const shop = await vendor(0, change)
    await (await startKit(kit, shop)).say('tick')
    relay.behaviour = down
    return shop
  }
  const restart = async (shop: Vendor, machine: string, at: number) =>
    (await startKit(kit, shop, machine, at)).say('tick')

  it('counts on its own machine, with its own code, as it was written', async () => {
    const shop = await keptBy()
    const now = server.clock.now()
    expect(await restart(shop, 'PC-1', now)).toMatchObject({ state: 'grace', end: now + 30 * DAY })
    expect(await restart(shop, 'PC-2', now)).toMatchObject({ state: 'waiting', mayRun: false })
    expect(await restart({ ...shop, kami: 'OTHER' }, 'PC-1', now)).toMatchObject({ state: 'waiting' })
    const written = readFileSync(shop.file, 'utf8')
    for (const edited of [
      written.replace(String(now + 30 * DAY), '4102243200'),
      written.replace(` ${String(now)} `, ` ${String(now + DAY)} `),
      written.slice(0, 40),
      '',
      'pulsekey1 9 9 9 x\n',
      `pulsekey1 ${'9'.repeat(400)}`,
      '\0\0\0',
    ]) {
      writeFileSync(shop.file, edited)
      expect(await restart(shop, 'PC-1', now)).toMatchObject({ state: 'waiting', mayRun: false })
    }
    writeFileSync(shop.file, written)
    expect(await restart(shop, 'PC-1', now)).toMatchObject({ state: 'grace', mayRun: true })
  })

  it('lasts no longer when the clock is set back', async () => {
    const shop = await keptBy()
    const now = server.clock.now()
    const program = await startKit(kit, shop, 'PC-1', now)
    await program.say('tick', now + 20 * HOUR)
    const back = now - 10 * DAY
    expect(await program.say('tick', back)).toMatchObject({ state: 'grace' })
    // Another 4 hours by the clock that was set back, and the day is over.
    expect(await program.say('tick', back + 4 * HOUR)).toMatchObject({ state: 'ended', mayRun: false })
    expect(await restart(shop, 'PC-1', back)).toMatchObject({ state: 'ended', mayRun: false })
  })

  it('ends with the licence', async () => {
    const shop = await keptBy({ graceHours: 720 })
    const now = server.clock.now()
    expect(await restart(shop, 'PC-1', now + 30 * DAY - 1)).toMatchObject({ state: 'grace', mayRun: true })
    expect(await restart(shop, 'PC-1', now + 30 * DAY)).toMatchObject({ state: 'ended', mayRun: false })
  })

  it('is worth nothing where the vendor set no hours', async () => {
    const shop = await keptBy({ graceHours: 0 })
    expect(await restart(shop, 'PC-1', server.clock.now())).toMatchObject({ state: 'ended', mayRun: false })
  })

  it('is gone after a refusal', async () => {
    const shop = await keptBy()
    relay.behaviour = pass
    await server.act('code_update', { ids: [shop.id], disabled: true })
    expect(await restart(shop, 'PC-1', server.clock.now())).toMatchObject({ state: 'refused', code: 151 })
    expect(existsSync(shop.file)).toBe(false)
  })
})

describe.each(DESKTOP)('the clock, the end and the version of the kit in $name', (kit) => {
  it('corrects its clock by the answer and asks once more', async () => {
    const shop = await vendor(3)
    const now = server.clock.now()
    const program = await startKit(kit, shop)
    await program.say('tick')
    relay.takeCalls()
    // More than 14 hours early is out of date (105).
    expect(await program.say('tick', now + 20 * HOUR)).toMatchObject({ state: 'licensed', mayRun: true })
    expect(relay.takeCalls()).toEqual(['kmlogon', 'kmlogon'])
    // The clock is wrong from the start, by years.
    const early = await startKit(kit, shop, 'PC-1', 1000)
    expect(await early.say('tick')).toMatchObject({ state: 'licensed', mayRun: true })
  })

  it('stops at the end, and runs again after a renewal', async () => {
    const shop = await vendor(0)
    await server.act('code_update', { ids: [shop.id], extend_seconds: 4 * HOUR - 30 * DAY })
    const program = await startKit(kit, shop)
    const { end } = await program.say('tick')
    server.clock.pass(end - server.clock.now())
    expect(await program.say('at', end)).toMatchObject({ state: 'ended', mayRun: false })
    expect(await program.say('tick')).toMatchObject({ state: 'refused', code: 201, message: '卡密已到期' })
    await server.act('code_update', { ids: [shop.id], extend_seconds: 7 * DAY })
    server.clock.pass(800)
    expect(await program.say('tick', end + 800)).toMatchObject({
      state: 'licensed',
      mayRun: true,
      end: end + 7 * DAY,
    })
  })

  it('takes one use of a count code an hour, however often it looks', async () => {
    const shop = await vendor(0)
    const kami = await server.code({ app: shop.app, type: 'count', amount: 5 })
    const now = server.clock.now()
    const program = await startKit(kit, { ...shop, kami })
    expect(await program.say('tick')).toMatchObject({ state: 'licensed', end: now + HOUR, wait: HOUR })
    for (let later = 300; later < HOUR; later += 300) await program.say('tick', now + later)
    expect(relay.takeCalls().filter((api) => api === 'kmlogon')).toHaveLength(1)
    server.clock.pass(HOUR)
    expect(await program.say('tick', now + HOUR)).toMatchObject({ state: 'licensed', end: now + 2 * HOUR })
  })

  it('names an update, and does not start where it must be made', async () => {
    const shop = await vendor(3)
    const update = {
      app: shop.app,
      app_update_url: 'https://example.com/新?a=1&b="2"',
      app_update_show: '新功能',
    }
    await server.act('app_update', { ...update, version: '1.10', app_update_must: 'n' })
    const program = await startKit(kit, { ...shop, settings: { ...shop.settings, version: '1.9' } })
    expect(await program.say('tick')).toMatchObject({ state: 'licensed', update: 1 })
    await server.act('app_update', { app: shop.app, app_update_must: 'y' })
    const late = await startKit(kit, { ...shop, settings: { ...shop.settings, version: '1.9' } })
    const said = await late.say('tick')
    expect(said).toMatchObject({ state: 'update', mayRun: false, update: 2 })
    for (const part of ['1.10', update.app_update_url, '新功能']) expect(said.text).toContain(part)
    expect(existsSync(shop.file)).toBe(false)
    // A version that is newer than the published one needs no update.
    const ahead = await startKit(kit, { ...shop, settings: { ...shop.settings, version: '1.11' } })
    expect(await ahead.say('tick')).toMatchObject({ state: 'licensed', update: 0 })
    await server.act('app_update', { app: shop.app, app_update_must: 'n' })
    expect(await late.say('tick', server.clock.now() + 800)).toMatchObject({ state: 'licensed', update: 1 })
  })
})

/** Answers with code 200 for ever, changed by a spoiler. */
const spoilt =
  (keys: Vendor['keys'], code: number, msg: unknown): Behaviour =>
  ({ value }) =>
    authentic(keys, value, server.clock.now(), code, msg)

describe.each(DESKTOP)('bad answers for the kit in $name', (kit) => {
  it.each([0, 3] as const)('count as no answer (mode %d)', async (mode) => {
    const shop = await vendor(mode)
    const licence = { kami: shop.kami, vip: '4102243200' }
    const no: Record<string, Behaviour> = {
      'no connection': down,
      'an empty body': () => '',
      'a page of a proxy': () => '<html>Please log in</html>',
      'a status of a proxy': async (call, response) => {
        response.statusCode = 502
        return pass(call, response)
      },
      'a redirect': (_, response) => {
        response.writeHead(302, { location: server.running.publicUrl })
        return ''
      },
      'an answer for another call': () => authentic(shop.keys, 'other', START, 200, licence),
      'an answer under another key': ({ value }) =>
        authentic({ ...shop.keys, appkey: 'wrong' }, value, START, 200, licence),
      'an answer in the other mode': ({ value }) =>
        authentic({ ...shop.keys, mode: 3 - mode }, value, START, 200, licence),
      'an interface that is closed': spoilt(shop.keys, 170, '接口已关闭'),
      maintenance: spoilt(shop.keys, 171, '接口维护中'),
      'too many requests': spoilt(shop.keys, 429, '请求频率过快'),
      'too many requests, as 201': spoilt(shop.keys, 201, '请求频率过快'),
      'too many requests, as 201 in English': spoilt(shop.keys, 201, 'Too many requests, please wait'),
      'a busy server': spoilt(shop.keys, 500, '数据被其他程序占用,请稍后重试'),
      'a server that stops': spoilt(shop.keys, 503, '服务器维护中'),
      'a time that stays wrong': spoilt(shop.keys, 105, '数据过期'),
      'an end that is no number': spoilt(shop.keys, 200, { vip: '9e99' }),
      'an end that is missing': spoilt(shop.keys, 200, {}),
      'an end of 400 digits': spoilt(shop.keys, 200, { vip: '9'.repeat(400) }),
      'half an answer': async (call, response) => {
        const { body } = await call.forward()
        response.writeHead(200, { 'content-length': String(body.length) })
        response.write(body.subarray(0, body.length / 2))
        response.destroy()
        return undefined
      },
      'a million bytes': () => Buffer.alloc(1_000_000, '7b'),
      'nested without end': () => '{"a":'.repeat(5000),
      'a head without end': (_, response) => {
        response.socket?.end(`HTTP/1.1 200 OK\r\n${'X-A: '.repeat(9000)}`)
        return undefined
      },
      'a length of another planet': (_, response) => {
        response.socket?.end('HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n{}')
        return undefined
      },
      'a chunk of another planet': (_, response) => {
        response.socket?.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{}')
        return undefined
      },
      'no HTTP at all': (_, response) => {
        response.socket?.end('SSH-2.0-OpenSSH_9.6\r\n\r\n')
        return undefined
      },
    }
    const program = await startKit(kit, shop)
    await program.say('tick')
    for (const [name, behaviour] of Object.entries(no)) {
      relay.behaviour = behaviour
      expect(await program.say('now'), name).toMatchObject({ state: 'grace', mayRun: true })
    }
    relay.behaviour = pass
    expect(await program.say('now')).toMatchObject({ state: 'licensed' })
  })

  it('are no hindrance where only the form of HTTP is unusual', async () => {
    const shop = await vendor(3)
    const forms: Record<string, Behaviour> = {
      'in chunks': async ({ forward }, response) => {
        const { body } = await forward()
        for (let at = 0; at < body.length; at += 7) response.write(body.subarray(at, at + 7))
        return ''
      },
      'after 100 Continue': async ({ forward }, response) => {
        const { body } = await forward()
        response.socket?.end(
          `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-LENGTH:  ${String(body.length)}\r\n\r\n${body.toString()}`,
        )
        return undefined
      },
      'without a length': async ({ forward }, response) => {
        const { body } = await forward()
        response.socket?.end(`HTTP/1.0 200 OK\r\n\r\n${body.toString()}`)
        return undefined
      },
      'on a connection that stays open': async ({ forward }, response) => {
        const { body } = await forward()
        response.socket?.write(
          `HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: ${String(body.length)}\r\n\r\n${body.toString()}`,
        )
        return undefined
      },
    }
    const program = await startKit(kit, shop, 'PC-1', server.clock.now(), 'curl')
    for (const [name, behaviour] of Object.entries(forms)) {
      relay.behaviour = behaviour
      expect(await program.say('now'), name).toMatchObject({ state: 'licensed', code: 200 })
    }
  })

  it.each([0, 3] as const)('show a refusal letter by letter (mode %d)', async (mode) => {
    const shop = await vendor(mode)
    const program = await startKit(kit, shop)
    for (const text of [
      '"\\/\b\f\n\r\t',
      '%s%n%d%%',
      "'; os.execute('x') --",
      '卡密已到期 😀',
      '\u2028x',
      '{"code":200}',
    ]) {
      relay.behaviour = spoilt(shop.keys, 201, text)
      expect(await program.say('now')).toMatchObject({ state: 'refused', code: 201, message: text })
    }
    const long = '封禁😀'.repeat(3000)
    relay.behaviour = spoilt(shop.keys, 201, long)
    const { message } = await program.say('now')
    expect(long.startsWith(message)).toBe(true)
    expect(Buffer.byteLength(message)).toBeGreaterThan(1000)
  })

  it.each(['msg', 'data', 'both'] as const)('and the envelope %s are different things', async (envelope) => {
    const shop = await vendor(3)
    await server.act('app_update', { app: shop.app, envelope })
    const program = await startKit(kit, shop)
    expect(await program.say('tick')).toMatchObject({ state: 'licensed', end: server.clock.now() + 30 * DAY })
  })
})

describe.each(DESKTOP)('hostile values for the kit in $name', (kit) => {
  it.each([
    [0, `a&b=c+d%41"\\'%s%n;$(x)\`卡密😀`],
    [3, `a=b+d%41"\\'%s%n;$(x)\`卡密😀`],
  ] as const)('reach the server unchanged (mode %d)', async (mode, text) => {
    const shop = await vendor(mode)
    const kami = `${text}-${kit.name}`
    await server.act('code_import', { app: shop.app, rows: [{ kami, type: 'permanent' }] })
    const program = await startKit(kit, { ...shop, kami }, `m ${text}`)
    const said = await program.say('tick')
    expect(said).toMatchObject({ state: 'licensed', end: 4_102_243_200 })
    expect(said.text).toContain('永久')
    const { rows } = await server.act('code_list', { filter: { app: shop.app, kami } })
    expect(rows).toMatchObject([{ kami, markcode: `m ${text}` }])
  })

  it('are refused without a question where RC4-2 cannot carry them', async () => {
    const shop = await vendor(3)
    relay.takeCalls()
    for (const [kami, machine] of [
      ['a&b', 'PC-1'],
      ['a', 'PC&1'],
      ['', 'PC-1'],
      ['a', ''],
      ['x'.repeat(3000), 'PC-1'],
      ['a', 'x'.repeat(3000)],
    ] as const) {
      const program = await startKit(kit, { ...shop, kami }, machine)
      expect(await program.say('tick')).toMatchObject({ state: 'refused', mayRun: false, code: 0 })
      expect(await program.say('unbind')).toMatchObject({ answered: 0 })
    }
    expect(relay.takeCalls()).toEqual([])
  })

  it('as the address leave it waiting', async () => {
    const shop = await vendor(0)
    for (const address of [
      '',
      'x',
      'ftp://a',
      'http://',
      'http://[::1',
      'http://a:99999999',
      `http://${'a'.repeat(3000)}`,
      'http://a b/"\'$(x)',
    ]) {
      const program = await startKit(kit, { ...shop, settings: { ...shop.settings, address } })
      expect(await program.say('tick')).toMatchObject({ state: 'waiting', mayRun: false })
    }
  })
})

describe.each(DESKTOP)('the signature of a whole answer, in the kit in $name', (kit) => {
  const [own, next, other] = [0, 1, 2].map(() => generateKeyPairSync('ed25519'))
  const raw = (pair: typeof own) => pair!.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)

  function signedBy(pairs: readonly (typeof own)[], change: { t?: number; api?: string } = {}): Behaviour {
    return async ({ forward, api, value }, response) => {
      const { body } = await forward()
      const t = change.t ?? server.clock.now()
      const message = Buffer.concat([
        Buffer.from(`pulsekey1\n${String(t)}\n${value}\n${change.api ?? api}\n`),
        body,
      ])
      const entries = pairs.map(
        (pair) => `abcdef01=${sign(null, message, pair!.privateKey).toString('base64')}`,
      )
      response.setHeader('X-Pulsekey-Signature', `t=${String(t)} ${entries.join(' ')}`)
      return body
    }
  }

  it('decides whether there is an answer', async () => {
    const shop = await vendor(3, {
      answerKey: raw(own).toString('hex'),
      answerKeyNext: raw(next).toString('hex'),
    })
    const program = await startKit(kit, shop, 'PC-1', server.clock.now(), 'verify')
    program.verify = (key, message, signature) => {
      const pair = [own, next].find((one) => raw(one).equals(key))
      return pair !== undefined && verifySignature(null, message, pair.publicKey, signature)
    }
    for (const [behaviour, state] of [
      [pass, 'waiting'],
      [signedBy([other]), 'waiting'],
      [signedBy([own], { api: 'notice' }), 'waiting'],
      [signedBy([own], { t: START + 9 }), 'waiting'],
      [signedBy([own]), 'licensed'],
      [pass, 'grace'],
      [signedBy([next]), 'licensed'],
      [signedBy([other, next]), 'licensed'],
    ] as const) {
      relay.behaviour = behaviour
      expect(await program.say('now')).toMatchObject({ state })
    }
  })
})
