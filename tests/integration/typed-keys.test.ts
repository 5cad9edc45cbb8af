import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionInput } from '../../src-server/contract/actions/index.ts'
import { visit } from '../support/self-service-client.ts'
import type { TestServer } from '../support/test-server.ts'
import { deviceWorld } from './device-world.ts'
import { addOperator, signIn } from './operators.ts'

/** Trading accounts that people type or paste: invisible characters, and numbers in use. */
const VIP = 4_102_243_200
let server: TestServer
let app: number

const { start, attempt, logOn } = deviceWorld()
beforeAll(async () => {
  ;({ server, app } = await start())
})
afterAll(() => server.end())

const create = (account_key: string, fields: Partial<ActionInput<'device_create'>> = {}) =>
  server.act('device_create', { app, account_key, vip: VIP, ...fields })
const refused = (code: string) => ({
  code: 422,
  fields: { account_key: expect.stringContaining(`(U+${code})`) as string },
})

describe('an invisible character', () => {
  const BAD = '600002@ICMarketsSC-Live07\u200b'
  const NAMED = 'a zero-width space (U+200B) after Live07'

  it.each([
    ['200B', BAD],
    ['FEFF', '600002@ICM\ufeffLive'],
    ['FEFF', '\ufeff600002@ICM-Live'],
    ['200E', '600002\u200e@ICM-Live'],
    ['00AD', '600002@ICM\u00ad-Live'],
    ['00A0', '600002@ICM\u00a0Live'],
    ['00A0', '600002@\u00a0ICM Live'],
    ['3000', '600002@ICM\u3000Live'],
    ['0009', '600002@ICM\tLive'],
  ])('U+%s is refused by device_create, and no account is made', async (code, key) => {
    expect(await attempt('device_create', { app, account_key: key, vip: VIP })).toMatchObject(refused(code))
    expect(await server.act('device_list', { search: '600002' })).toMatchObject({ total: 0 })
  })

  it('is named with its position by device_create, device_move, device_import and server_rename', async () => {
    const { id } = await create('1@Typed')
    const fields = { account_key: NAMED }
    expect(await attempt('device_create', { app, account_key: BAD, vip: VIP })).toMatchObject({ fields })
    expect(await attempt('device_move', { id, account_key: BAD })).toMatchObject({ code: 422, fields })
    expect(await attempt('device_same_number', { app, account_key: BAD })).toMatchObject({ fields })
    const rows = [
      { account_key: BAD, vip: VIP },
      { account_key: '2@Typed', vip: VIP },
    ]
    for (const dry_run of [true, false])
      expect(await server.act('device_import', { app, rows, dry_run })).toMatchObject({
        done: 1,
        skipped: [{ row: 0, reason: `account_key: ${NAMED}` }],
      })
    expect(await attempt('server_rename', { from: 'Typed', to: 'Live07\u200b' })).toMatchObject({
      code: 422,
      fields: { to: NAMED },
    })
    expect(await logOn('1@Typed')).toMatchObject({ code: 200 })
  })

  it.each(['old_key', 'new_key'])("is named by a customer's request, in %s", async (field) => {
    const { account_key } = await create(field === 'old_key' ? '71@Asked' : '72@Asked')
    const keys = { old_key: account_key, new_key: '8@Asked' }
    const words = { contact: 'someone@example.com', reason: 'A new broker' }
    const params = { ...keys, [field]: `${keys[field as 'old_key']}\u200d`, ...words, product: String(app) }
    expect(await visit(server, 'request_device_rebind', params)).toMatchObject({
      code: 401,
      msg: '“Asked”后面有零宽连字(U+200D)',
      fields: { [field]: 'invisible' },
    })
    expect(await visit(server, 'request_device_rebind', { ...params, lang: 'en' })).toMatchObject({
      msg: 'a zero-width joiner (U+200D) after Asked',
    })
  })

  it('is allowed in keys that programs send, as before', async () => {
    const odd = await server.application({ mt5: { auto_trial: true, trial_seconds: 60 } })
    expect(await logOn(BAD, odd)).toMatchObject({ code: 200, account_key: BAD })
    expect(
      await server.act('server_rename', {
        from: 'ICMarketsSC-Live07\u200b',
        to: 'ICMarketsSC-Live07',
        app: odd,
      }),
    ).toMatchObject({ accounts: 1 })
    expect(await logOn('600002@ICMarketsSC-Live07', odd)).toMatchObject({ code: 200, license: 'TRIAL' })
  })

  it('is allowed as white space at the ends and as a plain blank inside', async () => {
    expect(await create(' \t31@Plain Blank 1\u00a0\n')).toMatchObject({ account_key: '31@Plain Blank 1' })
  })
})

describe('the number of another account', () => {
  it('is reported when an account is made, moved or looked up', async () => {
    const first = await create('500@One')
    expect(first).not.toHaveProperty('same_number')
    const asked = { app, account_key: ' 500@Two' }
    const one = { id: first.id, account_key: '500@One' }
    expect(await server.act('device_same_number', asked)).toEqual({ rows: [one] })
    const second = await create('500@Two')
    expect(second.same_number).toEqual([one])
    expect((await server.act('device_get', { id: first.id })).same_number).toEqual([
      { id: second.id, account_key: '500@Two' },
    ])
    const third = await create('501@Three')
    const there = { app, account_key: '500@Three' }
    expect((await server.act('device_same_number', { ...there, except: first.id })).rows).toEqual([
      { id: second.id, account_key: '500@Two' },
    ])
    const moved = await server.act('device_move', { id: third.id, account_key: '500@Three' })
    expect(moved.same_number?.map(({ id }) => id)).toEqual([first.id, second.id])
  })

  it('is the whole number in the same application', async () => {
    const other = await server.application()
    await create('600@One')
    await create('6000@One')
    await create('600@Other', { app: other })
    expect(await create('60@One')).not.toHaveProperty('same_number')
    expect((await create('600@Two')).same_number?.map(({ account_key }) => account_key)).toEqual(['600@One'])
  })

  it('is reported by an import for accounts from before the file', async () => {
    const { id } = await create('700@One')
    const rows = ['700@Two', '701@One', '701@Two'].map((account_key) => ({ account_key, vip: VIP }))
    const same_number = [{ row: 0, account_key: '700@Two', others: [{ id, account_key: '700@One' }] }]
    for (const dry_run of [true, false])
      expect(await server.act('device_import', { app, rows, dry_run })).toMatchObject({
        done: 3,
        same_number,
      })
  })

  it("is hidden when the caller doesn't see that account", async () => {
    const agent = await addOperator(server, 'number agent', 'agent')
    const theirs = await create('800@One', { agent })
    await create('800@Two')
    const client = await signIn(server, 'number agent')
    expect(await client.call('device_get', { id: theirs.id })).not.toHaveProperty('same_number')
    const stranger = await signIn(server, 'stranger')
    expect(await stranger.try('device_same_number', { app, account_key: '800@Three' })).toMatchObject({
      code: 404,
    })
  })
})
