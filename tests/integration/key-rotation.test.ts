import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openHex } from '../simulator/wire/rc4.ts'
import { checkOf, type Pair } from '../simulator/wire/signature.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { OWNER_PASSWORD, TestServer } from '../support/test-server.ts'
import { unzip } from '../support/unzip.ts'
import { call, form, makeKeys, sealed, signed, type Keys } from './wire-call.ts'

const HOUR = 3600
let server: TestServer

beforeAll(async () => {
  server = await TestServer.start()
})
afterAll(() => server.end())

/** The owner, with a password entered a moment ago. */
const owner = () => ConsoleClient.signIn(server.running.consoleUrl, 'owner', OWNER_PASSWORD)
const now = () => String(server.clock.now())
const login = (kami: string): Pair[] => [
  ['kami', kami],
  ['markcode', 'PC'],
  ['t', now()],
]
const post = (keys: Keys, pairs: readonly Pair[], api = 'kmlogon') =>
  call(server, keys, `api=${api}&app=${keys.app}`, form([...pairs, ['value', 'v']]))
const checkUnder = (keys: Keys) => checkOf(now(), keys.appkey, 'v')

interface Two {
  readonly old: Keys & { kami: string }
  readonly fresh: Keys & { kami: string }
}

async function rotate(
  old: Keys & { kami: string },
  key: 'appkey' | 'rc4_key',
  overlap: number,
  value?: string,
): Promise<Two> {
  const record = await (
    await owner()
  ).call('app_key_rotate', { app: old.app, key, overlap, ...(value && { value }) })
  return { old, fresh: { ...old, appkey: record.appkey, rc4_key: record.rc4_key } }
}

describe('a rotated appkey in plain calls', () => {
  it('signs under either key during the overlap, and each answer uses the key of its call', async () => {
    const before = await makeKeys(server)
    expect(await post(before, signed(before, login(before.kami)))).toMatchObject({
      code: 200,
      check: checkUnder(before),
    })
    const { old, fresh } = await rotate(before, 'appkey', HOUR)
    expect(fresh.appkey).toMatch(/^[A-Za-z0-9]{32}$/)
    expect(fresh.appkey).not.toBe(old.appkey)
    server.clock.pass(1)
    for (const keys of [old, fresh]) {
      expect(await post(keys, signed(keys, login(keys.kami)))).toMatchObject({
        code: 200,
        check: checkUnder(keys),
      })
    }
    server.clock.pass(HOUR - 2)
    expect(await post(old, signed(old, login(old.kami)))).toMatchObject({ code: 200, check: checkUnder(old) })
    server.clock.pass(1)
    expect(await post(old, signed(old, login(old.kami)))).toMatchObject({
      code: 106,
      check: checkUnder(fresh),
    })
    expect(await post(fresh, signed(fresh, login(fresh.kami)))).toMatchObject({
      code: 200,
      check: checkUnder(fresh),
    })
  })

  it('refuses a wrong signature as before, and a refusal uses the key of its call', async () => {
    const { old, fresh } = await rotate(await makeKeys(server), 'appkey', HOUR)
    expect(await post(old, [...login(old.kami), ['sign', 'f'.repeat(32)]])).toMatchObject({ code: 106 })
    for (const keys of [old, fresh]) {
      expect(await post(keys, signed(keys, login('no-such-code')))).toMatchObject({
        code: 149,
        check: checkUnder(keys),
      })
    }
  })

  it('answers a call without a signature under the old key, and a signed call of the same endpoint under its own key', async () => {
    const made = await makeKeys(server, { mt5: { enabled: true } })
    const { old, fresh } = await rotate(made, 'appkey', HOUR)
    for (const [api, pairs] of [
      ['ini', []],
      ['mt5logon', [['account_key', '1@A']]],
    ] as [string, Pair[]][]) {
      expect(await post(old, pairs, api)).toMatchObject({ check: checkUnder(old) })
      expect(await post(fresh, signed(fresh, pairs), api)).toMatchObject({ check: checkUnder(fresh) })
      expect(await post(old, signed(old, pairs), api)).toMatchObject({ check: checkUnder(old) })
    }
    server.clock.pass(HOUR)
    expect(await post(fresh, [], 'ini')).toMatchObject({ check: checkUnder(fresh) })
  })

  it('is valid alone at once without an overlap', async () => {
    const { old, fresh } = await rotate(await makeKeys(server), 'appkey', 0)
    expect(await post(old, signed(old, login(old.kami)))).toMatchObject({ code: 106 })
    expect(await post(fresh, signed(fresh, login(fresh.kami)))).toMatchObject({ code: 200 })
    expect(await server.act('app_get', { app: old.app })).toMatchObject({ previous_appkey_until: 0 })
  })

  it('ends the key before the last on another rotation, and accepts a given key', async () => {
    const first = await makeKeys(server)
    const second = (await rotate(first, 'appkey', HOUR)).fresh
    const third = (await rotate(second, 'appkey', HOUR, 'own-key-of-the-vendor')).fresh
    expect(third.appkey).toBe('own-key-of-the-vendor')
    for (const [keys, code] of [
      [first, 106],
      [second, 200],
      [third, 200],
    ] as const)
      expect(await post(keys, signed(keys, login(keys.kami)))).toMatchObject({ code })
  })

  it('takes a signature once, whichever key the same login uses', async () => {
    const made = await makeKeys(server)
    const kami = await server.code({ app: made.app, type: 'count', amount: 1 })
    const { old, fresh } = await rotate(made, 'appkey', HOUR)
    expect(await post(old, signed(old, login(kami)))).toMatchObject({ code: 200 })
    expect(await post(old, signed(old, login(kami)))).toMatchObject({ code: 200 })
    expect(await post(fresh, signed(fresh, login(kami)))).toMatchObject({ code: 201 })
  })

  it('ends the overlap by hand, and survives a restart', async () => {
    const { old, fresh } = await rotate(await makeKeys(server), 'appkey', HOUR)
    await server.close()
    await server.open()
    const until = server.clock.now() + HOUR
    expect(await server.act('app_get', { app: old.app })).toMatchObject({ previous_appkey_until: until })
    expect(await post(old, signed(old, login(old.kami)))).toMatchObject({ code: 200 })
    const ended = await (await owner()).call('app_key_end_overlap', { app: old.app, key: 'appkey' })
    expect(ended).toMatchObject({ appkey: fresh.appkey, previous_appkey_until: 0 })
    server.clock.pass(1)
    expect(await post(old, signed(old, login(old.kami)))).toMatchObject({ code: 106 })
  })
})

describe('a rotated rc4_key, RC4-2', () => {
  const postSealed = (keys: Keys, pairs: readonly Pair[], api?: string) =>
    post(keys, [['data', sealed(keys, pairs)]], api)

  it.each([
    ['signed', true],
    ['unsigned', false],
  ])(
    '%s: opens under either key during the overlap and encrypts under the key of the call',
    async (_, sign) => {
      const before = await makeKeys(server, { encrypt: true, mi_type: 3, sign })
      const whole = (keys: Keys & { kami: string }) =>
        sign ? signed(keys, login(keys.kami)) : login(keys.kami)
      const { old, fresh } = await rotate(before, 'rc4_key', HOUR)
      expect(fresh.rc4_key).toMatch(new RegExp(`^[A-Za-z0-9]{11}${old.app}$`))
      server.clock.pass(1)
      for (const keys of [old, fresh]) {
        // The answer is read with the caller's own key: under the other key it would be no JSON.
        expect(await postSealed(keys, whole(keys))).toMatchObject({ code: 200, isSealed: true })
        const refused = login('no-such-code')
        expect(await postSealed(keys, sign ? signed(keys, refused) : refused)).toMatchObject({ code: 149 })
      }
      server.clock.pass(HOUR)
      expect(await postSealed(fresh, whole(fresh))).toMatchObject({ code: 200, isSealed: true })
      // Data under the old key can't be opened any more, and the answer says so under the new key.
      const data = sealed(old, whole(old))
      expect(await post(fresh, [['data', data]])).toMatchObject({ code: 401, isSealed: true })
    },
  )

  it('understands every pair of keys when both overlap', async () => {
    const before = await makeKeys(server, { encrypt: true, mi_type: 3 })
    const { fresh } = await rotate((await rotate(before, 'appkey', HOUR)).fresh, 'rc4_key', HOUR)
    server.clock.pass(1)
    for (const appkey of [before.appkey, fresh.appkey]) {
      for (const rc4_key of [before.rc4_key, fresh.rc4_key]) {
        const keys = { ...before, appkey, rc4_key }
        const reply = await postSealed(keys, signed(keys, login(keys.kami)))
        expect(reply).toMatchObject({ code: 200, isSealed: true, check: checkUnder(keys) })
      }
    }
  })

  it('ini encrypts its answer without asking for data: under the old key, or under the key of `data`', async () => {
    const { old, fresh } = await rotate(
      await makeKeys(server, { encrypt: true, mi_type: 3 }),
      'rc4_key',
      HOUR,
    )
    expect(await post(old, [], 'ini')).toMatchObject({ code: 200, isSealed: true })
    expect(await postSealed(fresh, [['t', now()]], 'ini')).toMatchObject({ code: 200, isSealed: true })
  })

  it('tells a pair from noise that has the form of a pair', async () => {
    const before = await makeKeys(server, { encrypt: true, mi_type: 3, sign: false })
    const pairs: Pair[] = [['t', now()]]
    const looksLikeAPair = (value: string) =>
      /^\w=/.test(openHex(before.rc4_key, sealed({ ...before, rc4_key: value }, pairs)))
    const values = Array.from({ length: 20_000 }, (_, at) => `Key${at}k${before.app}`)
    const value = values.find(looksLikeAPair)
    const { fresh } = await rotate(before, 'rc4_key', HOUR, value)
    expect(fresh.rc4_key).toBe(value)
    expect(await postSealed(fresh, pairs, 'ini')).toMatchObject({ code: 200, isSealed: true })
  })

  it('tells GBK under the old key from text', async () => {
    const before = await makeKeys(server, { encrypt: true, mi_type: 1, sign: false, window: 0 })
    const { old, fresh } = await rotate(before, 'rc4_key', HOUR)
    for (const keys of [old, fresh])
      expect(await postSealed(keys, login(keys.kami))).toMatchObject({ code: 200, isSealed: true })
  })

  it('puts the new keys into a kit, also when the call uses the old ones', async () => {
    const before = await makeKeys(server)
    await server.act('app_api_set', { app: before.app, api: 'automaticsample', on: true })
    const { old, fresh } = await rotate(before, 'appkey', HOUR)
    const pairs: Pair[] = [
      ['type', 'python'],
      ['t', now()],
    ]
    const query = new URLSearchParams(signed(old, pairs).map(([name, value]) => [name, value]))
    const url = `${server.running.publicUrl}/api.php?api=automaticsample&app=${old.app}&${query}`
    const zip = Buffer.from(await (await fetch(url)).arrayBuffer())
    const text = unzip(zip)
    expect(text).toContain(fresh.appkey)
    expect(text).not.toContain(old.appkey)
  })
})

describe('app_key_rotate', () => {
  it.each<[string, Record<string, unknown>]>([
    ['key', { key: 'rsa_private_key', overlap: 0 }],
    ['overlap', { key: 'appkey', overlap: -1 }],
    ['overlap', { key: 'appkey', overlap: 30 * 86_400 + 1 }],
    ['overlap', { key: 'appkey' }],
    ['value', { key: 'appkey', overlap: 0, value: 'two words' }],
  ])('refuses a bad %s', async (field, input) => {
    const { app } = await server.act('app_create', { name: 'Refused' })
    const reply = await (await owner()).try('app_key_rotate', { app, ...input })
    expect(reply).toMatchObject({ code: 422 })
    expect(Object.keys(reply.fields ?? {})).toEqual([field])
  })

  it('refuses the current key, and needs a recent password', async () => {
    const { app, appkey } = await server.act('app_create', { name: 'Same' })
    const client = await owner()
    expect(
      await client.try('app_key_rotate', { app, key: 'appkey', overlap: 0, value: appkey }),
    ).toMatchObject({ code: 422, fields: { value: expect.any(String) as string } })
    server.clock.pass(601)
    expect(await client.try('app_key_rotate', { app, key: 'appkey', overlap: 0 })).toMatchObject({
      code: 403,
      fields: { step_up: 'required' },
    })
    expect(await server.act('app_get', { app })).toMatchObject({ appkey })
  })

  it('is in the audit log without a key', async () => {
    const made = await makeKeys(server)
    const { fresh } = await rotate(made, 'appkey', HOUR)
    const { rows } = await server.store.read((unit) =>
      unit.audit.list(
        { role: 'owner', operatorId: 1, personId: 1 },
        { app: made.app, action: 'app_key_rotate' },
        { offset: 0, limit: 10, sort: 'id', desc: true },
      ),
    )
    expect(rows).toHaveLength(1)
    const [row] = rows
    expect(JSON.parse(row!.after)).toMatchObject({
      appkey: '(hidden)',
      previousAppkey: '(hidden)',
      previousAppkeyUntil: server.clock.now() + HOUR,
    })
    for (const key of [made.appkey, fresh.appkey]) expect(JSON.stringify(row)).not.toContain(key)
  })
})
