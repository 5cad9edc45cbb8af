import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeDump, type OriginalData } from '../support/original-dump.ts'
import { OWNER_PASSWORD, START, TestServer } from '../support/test-server.ts'
import { bring, check, countsOf, sendFile } from './bring-world.ts'

const code = (kami: string, more: object = {}) => ({ kami, ...more })
const dump = (data: OriginalData) => writeDump(data, 'phpmyadmin', 'abc_')

let server: TestServer
beforeAll(async () => {
  server = await TestServer.start()
}, 60_000)
afterAll(() => server.end(), 60_000)

const kamisOf = async (app: number) =>
  (await server.act('code_list', { filter: { app } })).rows.map(({ kami }) => kami).sort()

describe('an application whose number is taken here', () => {
  const other = dump({
    apps: [{ id: 10_001, appkey: 'TheOtherKey00000', name: 'Theirs' }],
    appkm: [code('THEIRS')],
  })

  it('is shown by the check, and nothing comes over before a person answers', async () => {
    expect(await server.act('app_create', { name: 'Ours' })).toMatchObject({ app: 10_001 })
    await sendFile(server, other)
    const record = await check(server)
    expect(record.report!.applications).toMatchObject([{ app: 10_001, here: { name: 'Ours', same: false } }])
    expect(countsOf(record)).toEqual({ apps: [1, 0, 0, 1], appkm: [1, 0, 0, 1] })
    await server.act('step_up', { password: OWNER_PASSWORD })
    const start = await (await server.owner()).try('bring_start', {})
    expect(start).toMatchObject({ code: 422, fields: { answers: '10001' } })
  })

  it('is left with its codes, where the answer says so', async () => {
    const record = await bring(server, { answers: [{ app: 10_001, answer: 'leave' }] })
    expect(countsOf(record)).toEqual({ apps: [1, 0, 0, 1], appkm: [1, 0, 0, 1] })
    expect(await kamisOf(10_001)).toEqual([])
  })

  it('gets a new number, and a second run finds it under that number', async () => {
    for (const expected of [
      [1, 1, 0, 0],
      [1, 0, 1, 0],
    ]) {
      await sendFile(server, other)
      const answers = [{ app: 10_001, answer: 'new_number' as const }]
      expect(countsOf(await check(server, { system: 'php', answers }))['appkm']).toEqual(expected)
      const record = await bring(server, { answers })
      expect(record.report!.applications).toMatchObject([{ app: 10_001, became: 10_002 }])
    }
    expect(await server.act('app_get', { app: 10_002 })).toMatchObject({ appkey: 'TheOtherKey00000' })
    expect(await kamisOf(10_002)).toEqual(['THEIRS'])
    expect((await server.act('app_list', {})).total).toBe(2)
  })

  it('gets a new number that no other application of the file has', async () => {
    const apps = [10_002, 10_003, 10_004].map((id) => ({ id, appkey: `KeyOfThree${id}`, name: `N${id}` }))
    await sendFile(server, dump({ apps }))
    await check(server)
    const record = await bring(server, { answers: [{ app: 10_002, answer: 'new_number' }] })
    expect(record.report!.applications.map(({ app, became }) => [app, became])).toEqual([
      [10_002, 10_005],
      [10_003, 10_003],
      [10_004, 10_004],
    ])
  })

  it('gives its codes to the application that is here, whose keys and settings stay', async () => {
    await sendFile(server, other)
    await check(server)
    await bring(server, { answers: [{ app: 10_001, answer: 'merge' }] })
    expect(await server.act('app_get', { app: 10_001 })).toMatchObject({ name: 'Ours' })
    expect(await kamisOf(10_001)).toEqual(['THEIRS'])
  })
})

describe('codes that are here already', () => {
  const data = (state: object): OriginalData => ({
    apps: [{ id: 10_010, appkey: 'KeyOfTen00000000' }],
    appkm: [code('A', { appid: 10_010, ...state }), code('B', { appid: 10_010, ...state })],
  })

  it('keep their state, or get that of the file where nobody used them here', async () => {
    await sendFile(server, dump(data({})))
    await check(server)
    await bring(server)
    const machine = { user: 'DEV-9', use_time: START - 50, user_ip: '' }
    const used = await server.store.read((unit) => unit.codes.find(10_010, 'A'))
    await server.store.write(
      (unit) => unit.codes.change(used!.id, used!.revision, { markcode: 'HERE', useTime: START }),
      {
        durable: true,
      },
    )
    await sendFile(server, dump(data(machine)))
    const kept = await check(server)
    expect(countsOf(kept)['appkm']).toEqual([2, 0, 0, 2])
    expect(kept.report!.differing).toBe(2)
    const replaced = await check(server, { system: 'php', codes: 'replace' })
    expect(countsOf(replaced)['appkm']).toEqual([2, 1, 0, 1])
    expect(countsOf(await bring(server, { codes: 'replace' }))['appkm']).toEqual([2, 1, 0, 1])
    const { rows } = await server.act('code_list', { filter: { app: 10_010 } })
    expect(new Map(rows.map((row) => [row.kami, row.markcode]))).toEqual(
      new Map([
        ['A', 'HERE'],
        ['B', 'DEV-9'],
      ]),
    )
  })
})

describe('a file that can not be read', () => {
  const head = 'CREATE TABLE `x_appkm` (`id` int, `kami` varchar(9), `appid` int, `km_time` text);\n'
  it.each([
    [
      'a text without an end',
      `${head}INSERT INTO \`x_appkm\` VALUES\n(1,'A,10001,NULL);\n`,
      'line 3: a text begins here',
    ],
    [
      'too few values',
      `${head}INSERT INTO \`x_appkm\` VALUES\n(1,'A',10001);`,
      'line 3: a row of x_appkm has 3 values for 4',
    ],
    ['a cut end', `${head}INSERT INTO \`x_appkm\` VALUES (1,'A',10001,NULL)`, 'cut off'],
    [
      'no columns',
      "INSERT INTO `x_appkm` VALUES (1,'A',10001,NULL);",
      'line 1: the columns of x_appkm are not named',
    ],
    ['no dump', '<html>login</html>', 'line 1: the file has no rows'],
    ['a function', `${head}INSERT INTO \`x_appkm\` VALUES (1,NOW(),10001,NULL);`, 'line 2: NOW is no value'],
  ])('says why, with the line: %s', async (_, file, reason) => {
    await sendFile(server, file)
    const record = await check(server)
    expect(record).toMatchObject({ state: 'failed', failure: expect.stringContaining(reason) as string })
    expect(await (await server.owner()).try('bring_start', {})).toMatchObject({ code: 409 })
  })

  it('says that a packed file is cut off', async () => {
    const { packed } = await import('../support/original-dump.ts')
    await sendFile(server, packed(dump({ apps: [{ id: 10_020 }] })).subarray(0, 300))
    expect(await check(server)).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('packed') as string,
    })
  })

  it('takes pieces in their order only, and deletes the file on request', async () => {
    const owner = await server.owner()
    await server.act('bring_piece', { name: 'a.sql', at: 0, data: 'QUJD' })
    expect(await owner.try('bring_piece', { name: 'a.sql', at: 5, data: 'QUJD' })).toMatchObject({
      code: 409,
      fields: { at: '3' },
    })
    await server.act('bring_drop', {})
    expect(await server.act('bring_get', {})).toMatchObject({ state: 'empty', size: 0 })
    expect(await owner.try('bring_check', { system: 'php' })).toMatchObject({ code: 409 })
  })
})

describe('encodings and forms of dumps', () => {
  it.each(['mysqldump', 'phpmyadmin', 'navicat'] as const)('reads %s in GBK', async (form) => {
    const app = { mysqldump: 10_031, phpmyadmin: 10_032, navicat: 10_033 }[form]
    const text = writeDump({ apps: [{ id: app, appkey: `Key${app}`, name: '中' }] }, form, '').replace(
      /SET NAMES \w+/,
      'SET NAMES gbk',
    )
    // GBK of 中 is D6 D0, and of a text that ends in a backslash byte: 乗 is 81 5C.
    const bytes = Buffer.concat(
      text.split('中').flatMap((part, at) => {
        const piece = Buffer.from(part.replace(/[^\p{ASCII}]/gu, '?'))
        return at === 0 ? [piece] : [Buffer.from([0xd6, 0xd0, 0x81, 0x5c]), piece]
      }),
    )
    await sendFile(server, bytes, 997)
    expect(countsOf(await check(server))).toEqual({ apps: [1, 1, 0, 0] })
    await bring(server)
    expect(await server.act('app_get', { app })).toMatchObject({ name: '中乗' })
  })
})

describe('trading accounts of an edition with MT5', () => {
  it('come over with their end and their state, and are on the board at once', async () => {
    const app = dump({ apps: [{ id: 10_040, appkey: 'KeyOfForty000000' }] })
    const devices =
      'CREATE TABLE `abc_mt5` (`id` int, `appid` int, `account_key` varchar(128), `vip` int, `state` text, `label` text);\n' +
      `INSERT INTO \`abc_mt5\` VALUES (1,10040,'123@A-Server',${START + 500},'y','One'),` +
      `(2,10040,'124@A-Server',4102243200,'n',''),(3,10040,'no account',0,'y',''),(4,10040,'123@A-Server',0,'y','');\n`
    await sendFile(server, app + devices)
    expect(countsOf(await check(server))['mt5']).toEqual([4, 2, 0, 2])
    expect(countsOf(await bring(server))['mt5']).toEqual([4, 2, 0, 2])
    const { rows } = await server.act('device_list', { filter: { app: 10_040 } })
    expect(rows).toHaveLength(2)
    expect(rows.find(({ account_key: key }) => key === '123@A-Server')).toMatchObject({
      vip: START + 500,
      disabled: false,
      label: 'One',
    })
    expect(rows.find(({ account_key: key }) => key === '124@A-Server')).toMatchObject({
      vip: 4_102_243_200,
      disabled: true,
    })
  })
})

describe('JSON of other systems', () => {
  it('goes to the application that the person chose, with its users', async () => {
    const { app } = await server.act('app_create', { name: 'Chosen' })
    const keys = [{ key: 'KA-1', expires: '86400', status: 'Not Used', level: '1' }]
    const users = [{ username: 'alice_1', hwid: null, banned: null }]
    await sendFile(server, JSON.stringify({ success: true, keys, users }))
    const owner = await server.owner()
    expect(await owner.try('bring_check', { system: 'keyauth' })).toMatchObject({ code: 422 })
    expect(await owner.try('bring_check', { system: 'keyauth', app: 99_999 })).toMatchObject({ code: 404 })
    expect(countsOf(await check(server, { system: 'keyauth', app }))).toEqual({
      keys: [1, 1, 0, 0],
      users: [1, 1, 0, 0],
    })
    const record = await bring(server)
    expect(record.report!.remarks).toEqual([{ table: 'users', remark: 'no_password', count: 1 }])
    expect(await kamisOf(app)).toEqual(['KA-1'])
    const { rows } = await server.act('account_list', { filter: { app } })
    expect(rows).toMatchObject([{ user: 'alice_1', qq: 'alice_1' }])
    // Nobody signs in without a password, and the owner sets one.
    await server.act('app_update', { app, sign: false, window: 0 })
    const logIn = (password: string) =>
      server.api('userlogon', app, { user: 'alice_1', password, markcode: 'M' })
    expect((await logIn('')).code).not.toBe(200)
    const { password } = await server.act('account_password_reset', { id: rows[0]!.id })
    expect((await logIn(password)).code).toBe(200)
  })

  it.each([
    ['{"keys": [', 'line 1: this is no JSON'],
    ['{"keys": []}', 'line 1: the JSON has no licences'],
  ])('says why %s is not read', async (json, reason) => {
    const { app } = await server.act('app_create', { name: 'Other' })
    await sendFile(server, json)
    expect(await check(server, { system: 'keygen', app })).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining(reason) as string,
    })
  })
})
