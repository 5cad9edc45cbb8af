import { readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sealHex } from '../simulator/wire/rc4.ts'
import { signPairs, type Pair } from '../simulator/wire/signature.ts'
import { restored } from '../support/restored.ts'
import { OWNER_PASSWORD, TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { call, form, makeKeys, signed, type Keys } from './wire-call.ts'

const HOUR = 3600
/** A program in UTC+8 sends its local time as Unix time. */
const AHEAD = 8 * HOUR

let server: TestServer
let keys: Keys & { readonly kami: string }

beforeAll(async () => {
  server = await TestServer.start()
})
afterAll(() => server.end())
/** Each test has its own second, so two tests never make equal calls. */
beforeEach(async () => {
  server.clock.pass(HOUR)
  keys = await makeKeys(server, {
    sign: true,
    window: 10,
    unbind: { interval: 0, max: 0, deduct_seconds: 0, deduct_uses: 0 },
  })
})

const now = () => server.clock.now()
const pairsOf = (kami: string, t: number, markcode = 'PC'): Pair[] => [
  ['kami', kami],
  ['markcode', markcode],
  ['t', String(t)],
]
/** The bytes of a captured call. */
const capture = (kami: string, t = now(), markcode = 'PC') => form(signed(keys, pairsOf(kami, t, markcode)))
const send = (body: string, api = 'kmlogon') => call(server, keys, `api=${api}&app=${keys.app}`, body)
const restart = async () => {
  await server.close()
  await server.open()
}
const usesLeft = async (kami: string) => (await codeOf(kami)).left
const counted = () => server.code({ app: keys.app, type: 'count', amount: 5 })

describe('a captured call after a restart', () => {
  it('takes no second use, and gets the stored answer', async () => {
    const kami = await counted()
    const body = capture(kami, now() + AHEAD)
    const first = await send(body)
    expect(first).toMatchObject({ code: 200, msg: { kami } })
    server.clock.pass(5)
    await restart()
    // The stored answer names the end of the first call's hour, not an hour from now.
    expect(await send(body)).toMatchObject({ code: 200, msg: first.msg })
    expect(await usesLeft(kami)).toBe(4)
  })

  it('is refused for another API: within the window, and 8 hours ahead of it', async () => {
    for (const ahead of [0, AHEAD]) {
      const body = capture(keys.kami, now() + ahead, `PC${ahead}`)
      const kami = ahead === 0 ? keys.kami : await server.code({ app: keys.app, type: 'permanent' })
      const own = ahead === 0 ? body : capture(kami, now() + ahead)
      expect(await send(own)).toMatchObject({ code: 200 })
      await restart()
      expect(await send(own, 'kmunmachine')).toMatchObject({ code: 106 })
      if (ahead > 0) {
        server.clock.pass(7 * HOUR)
        await restart()
        expect(await send(own, 'kmunmachine')).toMatchObject({ code: 106 })
      }
    }
  })

  it('is refused for another API when it changed nothing, too', async () => {
    const [first, second] = [capture(keys.kami, now() + AHEAD), capture(keys.kami, now() + AHEAD + 1)]
    expect(await send(first)).toMatchObject({ code: 200 })
    // The code is bound already.
    expect(await send(second)).toMatchObject({ code: 200 })
    await restart()
    expect(await send(second, 'kmunmachine')).toMatchObject({ code: 106 })
    expect(await send(second)).toMatchObject({ code: 200 })
  })

  it('binds nothing again after an unbind, and the earlier answer goes out', async () => {
    const bind = capture(keys.kami, now() + AHEAD)
    const again = capture(keys.kami, now() + AHEAD + 1)
    expect(await send(bind)).toMatchObject({ code: 200 })
    expect(await send(again)).toMatchObject({ code: 200 })
    await server.act('code_unbind', { ids: [(await codeOf(keys.kami)).id] })
    await restart()
    for (const body of [bind, again]) expect(await send(body)).toMatchObject({ code: 200 })
    expect(await codeOf(keys.kami)).toMatchObject({ markcode: '' })
  })

  it('registers no second account, unbinds once, and takes no second wrong password', async () => {
    const account = form(
      signed(keys, [
        ['user', 'trader_1'],
        ['password', 'secret12'],
        ['qq', '12345'],
        ['t', String(now() + AHEAD)],
      ]),
    )
    const bind = capture(keys.kami)
    const unbind = capture(keys.kami, now() + AHEAD)
    expect(await send(account, 'userreg')).toMatchObject({ code: 200 })
    expect(await send(bind)).toMatchObject({ code: 200 })
    expect(await send(unbind, 'kmunmachine')).toMatchObject({ code: 200 })
    await restart()
    // Each answer is the one of the first call. A second act would get 115 and 201.
    expect(await send(account, 'userreg')).toMatchObject({ code: 200 })
    expect(await send(unbind, 'kmunmachine')).toMatchObject({ code: 200 })
    expect(await send(unbind)).toMatchObject({ code: 106 })
  })

  it('keeps its answer inside the encrypted mode', async () => {
    await server.act('app_update', { app: keys.app, encrypt: true, mi_type: 3 })
    const pairs = pairsOf(keys.kami, now() + AHEAD)
    const text = [...pairs, ['sign', signPairs(pairs, keys.appkey)]].map(([k, v]) => `${k}=${v}`).join('&')
    const data = `data=${sealHex(keys.rc4_key, text)}`
    const ask = (api: string) => call(server, keys, `api=${api}&app=${keys.app}`, data)
    expect(await ask('kmlogon')).toMatchObject({ code: 200, isSealed: true })
    await restart()
    expect(await ask('kmlogon')).toMatchObject({ code: 200, isSealed: true })
    expect(await ask('kmunmachine')).toMatchObject({ code: 106 })
  })

  it('with a secret in its answer is remembered without the answer', async () => {
    const pairs: Pair[] = [
      ['user', 'owner'],
      ['pass', OWNER_PASSWORD],
      ['appid', String(keys.app)],
      ['t', String(now() + AHEAD)],
    ]
    await server.act('app_api_set', { app: keys.app, api: 'openrc42', on: true })
    const used = signed(keys, pairs)
    expect(await send(form(used), 'openrc42')).toMatchObject({ code: 200 })
    const [, signature = ''] = used.at(-1) ?? []
    // Several copies of a server share the row.
    const stored = await server.store.read(
      async (unit) =>
        (await unit.signatures.all()).find((one) => one.signature === signature) ??
        unit.replays.find(keys.app, signature),
    )
    expect(stored).toMatchObject({ api: 'openrc42', answer: null })
  })
})

describe('a full memory', () => {
  it('refuses new calls of the application that filled it, and forgets nothing', async () => {
    const other = await makeKeys(server, { sign: true, window: 10 })
    await server.close()
    await server.open({ signaturePlaces: 4096 })
    const kami = await counted()
    const sent = [capture(kami, now() + AHEAD)]
    expect(await send(sent[0]!)).toMatchObject({ code: 200 })
    let last = await send(sent[0]!)
    for (let ahead = 1; last.code === 200; ahead++) {
      const body = capture(keys.kami, now() + AHEAD + ahead * 60)
      last = await send(body)
      if (last.code === 200) sent.push(body)
      expect(sent.length).toBeLessThan(4096)
    }
    // The text of 429 (docs/decisions/accounts.md).
    expect(last).toMatchObject({ code: 201, msg: '请求频率过快' })
    for (const body of sent) expect(await send(body, 'kmunmachine')).toMatchObject({ code: 106 })
    expect(await usesLeft(kami)).toBe(4)
    // Calls of now, and calls of other applications, have room.
    expect(await send(capture(keys.kami, now()))).toMatchObject({ code: 200 })
    const own = form(signed(other, pairsOf(other.kami, now() + AHEAD)))
    expect(await call(server, other, `api=kmlogon&app=${other.app}`, own)).toMatchObject({ code: 200 })
    await restart()
  })
})

describe('a restore', () => {
  it('of a backup from before the call keeps the memory', async () => {
    await server.act('step_up', { password: OWNER_PASSWORD })
    const kami = await counted()
    await server.act('backup_now', {})
    const backup = await until(async () => (await server.act('backup_list', {})).rows[0], 'the backup')
    const body = capture(kami, now() + AHEAD)
    expect(await send(body)).toMatchObject({ code: 200 })
    await server.act('backup_restore', { name: backup.name })
    await until(async () => (await restored(server))?.name === backup.name, 'the restore')
    expect(await usesLeft(kami)).toBe(5)
    expect(await send(body, 'kmunmachine')).toMatchObject({ code: 106 })
    await send(body)
    expect(await usesLeft(kami)).toBe(5)
  })
})

describe('the files of the memory', () => {
  const folder = () => join(server.folder, 'signatures')
  const files = () => readdirSync(folder()).map((name) => join(folder(), name))

  it('are for their owner only', () => {
    expect(statSync(folder()).mode & 0o777).toBe(0o700)
    for (const file of files()) expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('may end within an entry', async () => {
    const [first, second] = [capture(keys.kami, now() + AHEAD), capture(keys.kami, now() + AHEAD + 1)]
    expect(await send(first)).toMatchObject({ code: 200 })
    expect(await send(second)).toMatchObject({ code: 200 })
    await server.close()
    for (const file of files()) truncateSync(file, statSync(file).size + 7)
    await server.open()
    const third = capture(keys.kami, now() + AHEAD + 2)
    expect(await send(third)).toMatchObject({ code: 200 })
    await restart()
    for (const body of [first, second, third])
      expect(await send(body, 'kmunmachine')).toMatchObject({ code: 106 })
  })

  it('may be damaged or gone: the server starts, and calls with an effect are remembered', async () => {
    const kami = await counted()
    const body = capture(kami, now() + AHEAD)
    expect(await send(body)).toMatchObject({ code: 200 })
    await server.close()
    for (const file of files()) writeFileSync(file, Buffer.alloc(480, 0xff))
    await server.open()
    expect(await send(body, 'kmunmachine')).toMatchObject({ code: 106 })
    await server.close()
    rmSync(folder(), { recursive: true })
    await server.open()
    expect(await send(body, 'kmunmachine')).toMatchObject({ code: 106 })
  })

  it('outlive a start under a clock that is far ahead', async () => {
    const body = capture(keys.kami, now() + AHEAD)
    expect(await send(body)).toMatchObject({ code: 200 })
    server.clock.pass(30 * 24 * HOUR)
    await restart()
    server.clock.pass(-30 * 24 * HOUR)
    expect(await send(body, 'kmunmachine')).toMatchObject({ code: 106 })
    await restart()
    expect(await send(body, 'kmunmachine')).toMatchObject({ code: 106 })
  })
})

async function codeOf(kami: string) {
  return (await server.act('code_list', { search: kami })).rows[0]!
}
