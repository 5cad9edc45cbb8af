import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packed, writeDump, type OriginalData } from '../support/original-dump.ts'
import { START, TestServer } from '../support/test-server.ts'
import { bring, check, countsOf, sendFile } from './bring-world.ts'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')
const FIRST_KEY = 'KeyOfTheFirst000'
const HOSTILE = [
  `'); DROP TABLE yixi_apps; -- `,
  'a "quote", a \\ backslash, a \n line\r\n and a ` mark',
  `),(1,2,3);\nINSERT INTO \`yixi_appkm\` VALUES (1);`,
  '=cmd|calc <script>alert(1)</script> 备注🙂 /* */ # --',
]

/** The machine of a server whose name has a blank: the original took the blank out. */
const MT5 = '123456@XMGlobal-MT52'

const DATA: OriginalData = {
  apps: [
    { id: 10_000, name: 'First', appkey: FIRST_KEY, app_gg: HOSTILE[1]!, total: '41' },
    { id: 10_002, name: '二号', appkey: 'KeyOfTheSecond00', switch: 'n', mi_state: 'n', ipauth: 'n' },
    {
      id: 10_003,
      name: 'Keyless',
      appkey: 'with blank',
      mi_type: 3,
      rc4_key: null,
      km_change: 5,
      km_unmachine: 'n',
    },
  ],
  appkm: [
    {
      appid: 10_000,
      kami: 'PERM-1',
      user: 'DEV-01',
      user_ip: '203.0.113.9',
      use_time: START - 1000,
      km_change: 2,
      km_change_time: START - 9000,
      note: HOSTILE[0]!,
    },
    {
      appid: 10_000,
      kami: 'DAY-1',
      km_time: 'day',
      amount: 2,
      use_time: START - 100,
      end_time: START + 100,
      user: MT5,
      note: HOSTILE[1]!,
      upid: 7,
    },
    { appid: 10_000, kami: 'DAY-NEW', km_time: 'day', amount: 2, note: HOSTILE[2]! },
    { appid: 10_000, kami: 'COUNT', type: 'single', amount: 5, km_time: null, note: HOSTILE[3]! },
    { appid: 10_000, kami: 'BELOW-0', type: 'single', amount: -2, km_time: null },
    { appid: 10_000, kami: 'POINTS', type: 'fen', amount: 30, km_time: null },
    { appid: 10_000, kami: 'BANNED', state: 'n', user_ip: '2001:db8:1234:5', user: 'D' },
    { appid: 10_000, kami: 'VIP', km_time: 'vipcard', use_time: START - 5, end_time: START - 5, user: 'D' },
    { appid: 10_000, kami: 'MEMBER', type: 'vip', amount: 30, km_time: null },
    { appid: 10_000, kami: 'ALL', type: 'svipcard', km_time: null },
    { appid: 10_000, kami: 'NO-LENGTH', km_time: 'day', amount: 0 },
    { appid: 10_000, kami: 'PERM-1', note: 'the second of this name' },
    { appid: 10_002, kami: 'PERM-1' },
    { appid: 99_999, kami: 'NOBODY' },
  ],
  appfile: [
    { appid: 10_000, file_url: 'https://example.com/1.zip', note: '一号' },
    { appid: 10_000, file_url: 'javascript:alert(1)' },
  ],
  appuser: [
    { uid: 1, appid: 10_000, user: 'alice_1', pwd: 'Secret-1', qq: '10001', name: '爱丽丝' },
    { uid: 2, appid: 10_000, user: 'bobby_2', pwd: md5('Secret-2'), qq: '10002', fen: 5 },
    { uid: 3, appid: 10_000, user: 'carol_3', pwd: '', qq: null, status: 'n' },
    { uid: 4, appid: 10_000, user: 'dave@example.com', pwd: 'x', qq: '10004' },
    { uid: 5, appid: 10_000, user: 'erika_5', pwd: 'x', qq: '10001' },
  ],
  user: [
    { uid: 7, user: 'seller', pwd: 'clear text', qq: '555' },
    { uid: 8, user: 'gold', pwd: 'x', power: 2 },
    { uid: 9, user: 'visitor', pwd: 'x' },
  ],
  log: [{ data: HOSTILE[0]! }, { data: HOSTILE[2]! }, { data: null }],
}
const COUNTS = {
  appfile: [2, 1, 0, 1],
  appkm: [14, 9, 0, 5],
  apps: [3, 3, 0, 0],
  appuser: [5, 3, 0, 2],
  log: [3, 0, 0, 3],
  user: [3, 2, 0, 1],
}
const REASONS = [
  ['appkm', 'member_card', 1],
  ['appkm', 'all_apps_card', 1],
  ['appkm', 'no_length', 1],
  ['appkm', 'twice', 1],
  ['appkm', 'no_application', 1],
]

/** A signed call, as programs in the field make it. */
function callSigned(api: string, appkey: string, app: number, params: Record<string, string>) {
  const pairs = { ...params, t: String(server.clock.now()) }
  const text = Object.entries(pairs).map(([name, value]) => `${name}=${value}&`)
  return server.api(api, app, { ...pairs, sign: md5(text.join('') + appkey) })
}

let server: TestServer
beforeAll(async () => {
  server = await TestServer.start()
}, 60_000)
afterAll(() => server.end(), 60_000)

describe('a dump of the original system', () => {
  it('is understood before anything changes, row by row', async () => {
    await sendFile(server, packed(writeDump(DATA)), 1000)
    const record = await check(server)
    expect(record).toMatchObject({ state: 'checked', failure: '' })
    expect(countsOf(record)).toEqual(COUNTS)
    const reasons = record.report!.left.map(({ table, reason, count }) => [table.slice(5), reason, count])
    expect(reasons).toEqual(expect.arrayContaining(REASONS))
    const { rows } = await server.act('bring_left', {})
    expect(rows).toContainEqual({
      table: 'yixi_appkm',
      line: expect.any(Number) as number,
      label: 'MEMBER',
      reason: 'member_card',
      detail: '',
    })
    expect(record.report!.applications).toMatchObject([
      { app: 10_000, name: 'First', codes: 9, here: null, remarks: [] },
      { app: 10_002, name: '二号', codes: 1 },
      {
        app: 10_003,
        remarks: expect.arrayContaining([
          'new_appkey',
          'new_rc4_key',
          'unbinds_differ',
          'any_device',
        ]) as string[],
      },
    ])
    expect((await server.act('app_list', {})).total).toBe(0)
  })

  it('comes over with the counts that the check named', async () => {
    const record = await bring(server)
    expect(record).toMatchObject({ state: 'done', size: 0, unfinished: null })
    expect(countsOf(record)).toEqual(COUNTS)
  })

  it('keeps numbers, keys and switches of applications', async () => {
    expect(await server.act('app_get', { app: 10_000 })).toMatchObject({
      name: 'First',
      appkey: 'KeyOfTheFirst000',
      rc4_key: 'Rc4KeyTest010001',
      app_gg: HOSTILE[1],
      state: 'y',
      sign: true,
      window: 10,
      encrypt: false,
      ip_check: true,
      device_check: true,
      free_mode: false,
      sign_answers: false,
      answer_key: '',
      unbind: { interval: 86_400, max: 3, deduct_seconds: 3600, deduct_uses: 1 },
      api_total: 41,
    })
    expect(await server.act('app_get', { app: 10_002 })).toMatchObject({
      name: '二号',
      free_mode: true,
      sign: false,
      window: 0,
      ip_check: false,
    })
    const keyless = await server.act('app_get', { app: 10_003 })
    expect(keyless).toMatchObject({ mi_type: 3, encrypt: true, unbind: { max: 5 } })
    expect(keyless.appkey).toMatch(/^[A-Za-z0-9]{32}$/)
    expect(keyless.rc4_key).toMatch(/10003$/)
    // The next application of this server goes on after them.
    expect((await server.act('app_create', { name: 'Next' })).app).toBe(10_004)
  })

  it('keeps the state of each code', async () => {
    const { rows } = await server.act('code_list', { filter: { app: 10_000 } })
    const byKami = new Map(rows.map((row) => [row.kami, row]))
    const agents = await server.act('agent_list', {})
    const seller = agents.rows.find(({ name }) => name === 'seller')!
    expect(byKami.get('PERM-1')).toMatchObject({
      type: 'permanent',
      markcode: 'DEV-01',
      ip: '203.0.113.9',
      use_time: START - 1000,
      unbinds: 2,
      last_unbind: START - 9000,
      note: HOSTILE[0],
      agent: null,
      created_at: Date.UTC(2026, 0, 2, 3, 4, 5) / 1000,
    })
    expect(byKami.get('DAY-1')).toMatchObject({
      type: 'time',
      seconds: 172_800,
      end_time: START + 100,
      agent: seller.id,
      note: HOSTILE[1],
    })
    expect(byKami.get('DAY-NEW')).toMatchObject({ use_time: null, end_time: null, note: HOSTILE[2] })
    expect(byKami.get('COUNT')).toMatchObject({ type: 'count', left: 5, note: HOSTILE[3] })
    expect(byKami.get('BELOW-0')).toMatchObject({ left: 0, state: 'used_up' })
    expect(byKami.get('POINTS')).toMatchObject({ type: 'points', left: 30 })
    expect(byKami.get('BANNED')).toMatchObject({ disabled: true, markcode: 'D', ip: '' })
    expect(byKami.get('VIP')).toMatchObject({ type: 'vip', end_time: null })
  })

  it('invites agents, and leaves members of the old site out', async () => {
    const { rows } = await server.act('agent_list', {})
    expect(rows.map(({ name, state }) => [name, state]).sort()).toEqual([
      ['gold', 'invited'],
      ['seller', 'invited'],
    ])
  })

  it('lets users in by their old password, and keeps no old digest', async () => {
    const logIn = async (user: string, password: string) => {
      server.clock.pass(1)
      return (await callSigned('userlogon', FIRST_KEY, 10_000, { user, password, markcode: 'M' })).code
    }
    expect(await logIn('alice_1', 'Secret-1')).toBe(200)
    expect(await logIn('bobby_2', md5('Secret-2'))).toBe(113)
    expect(await logIn('bobby_2', 'Secret-2')).toBe(200)
    expect(await logIn('bobby_2', 'Secret-2')).toBe(200)
    const account = await server.store.read((unit) => unit.accounts.find(10_000, 'bobby_2'))
    expect(account!.passwordHash).toMatch(/^\$argon2id\$/)
    expect(await logIn('carol_3', '')).not.toBe(200)
  })

  it('leaves no password in the data folder', () => {
    const texts = readdirSync(server.folder)
      .filter((name) => /pulsekey\.db|bring/.test(name))
      .map((name) => readFileSync(join(server.folder, name), 'latin1'))
    for (const secret of ['Secret-1', 'Secret-2', md5('Secret-2'), 'clear text'])
      expect(texts.some((text) => text.includes(secret))).toBe(false)
    expect(existsSync(join(server.folder, 'bring-over.part'))).toBe(false)
  })

  it('a program whose machine code has a blank is known, as the original knew it', async () => {
    const params = { kami: 'DAY-1', markcode: '123456@XMGlobal-MT5 2' }
    expect(await callSigned('kmlogon', FIRST_KEY, 10_000, params)).toMatchObject({ code: 200 })
  })
})
