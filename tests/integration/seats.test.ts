import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionInput } from '../../src-server/contract/actions/index.ts'
import type { TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { DAY, FOREVER, RecordWorld } from './record-world.ts'

let world: RecordWorld
let server: TestServer
let app: number

beforeAll(async () => {
  world = await RecordWorld.start()
  ;({ server, app } = world)
  await server.act('app_update', { app, several_accounts: true })
})
afterAll(() => server.end())

const inDays = (days: number) => world.inDays(days)
const HOUR = 3600
/** The end of the time of a code from its first use on. */
const whole = () => server.clock.now() + 5 * HOUR
const logIn = (kami: string, key: string) => world.logIn(kami, key)
const endOf = async (key: string) => Number((await world.logOn(key)).vip)
const newKeys = (count: number) => Array.from({ length: count }, () => world.newKey())

type Worth = Pick<ActionInput<'code_generate'>, 'type' | 'unit' | 'amount'>

async function newCode(seats: number, more: Worth = { type: 'time', unit: 'hour', amount: 5 }) {
  const kami = await server.code({ app, seats, ...more })
  return { kami, id: await world.idOf(kami) }
}
const codeOf = (id: number) => server.act('code_get', { id })

/** A code of 30 days whose first accounts logged in. */
async function usedCode(seats: number, used: number) {
  const code = await newCode(seats)
  const keys = newKeys(used)
  for (const key of keys) expect(await logIn(code.kami, key)).toMatchObject({ code: 200 })
  return { ...code, keys }
}

describe('the accounts of a code', () => {
  it('each get its whole time from their own first use, and one more account is refused as today', async () => {
    const { kami, id } = await newCode(2)
    const [a, b, c] = newKeys(3)
    expect(await logIn(kami, a!)).toMatchObject({ code: 200, msg: { vip: String(whole()) } })
    const first = whole()
    server.clock.pass(HOUR)
    expect(await logIn(kami, b!)).toMatchObject({ code: 200, msg: { vip: String(whole()) } })
    expect(await logIn(kami, c!)).toMatchObject({ code: 150, msg: '卡密已使用' })
    expect([await endOf(a!), await endOf(b!)]).toEqual([first, whole()])
    expect(await codeOf(id)).toMatchObject({
      seats: 2,
      seats_used: 2,
      account_key: '',
      state: 'in_use',
      accounts: [{ account_key: a }, { account_key: b }],
    })
  })

  it('get nothing for a second login, and the record decides', async () => {
    const { kami, keys } = await usedCode(3, 2)
    for (const key of keys) expect(await logIn(kami, key)).toMatchObject({ msg: { vip: String(whole()) } })
    const [device] = await Promise.all([world.recordOf(keys[0]!)])
    await server.act('device_update', { id: device!.id, vip: inDays(5) })
    expect(await logIn(kami, keys[0]!)).toMatchObject({ msg: { vip: String(inDays(5)) } })
  })

  it('are exactly as many as its seats, however many come at once', async () => {
    const { kami, id } = await newCode(10)
    const keys = newKeys(50)
    const answers = await Promise.all(keys.map((key) => logIn(kami, key)))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(10)
    expect(answers.filter(({ code }) => code === 150)).toHaveLength(40)
    const { rows } = await server.act('device_list', { filter: { app }, search: kami, size: 500 })
    expect(rows).toHaveLength(10)
    expect(await codeOf(id)).toMatchObject({ seats_used: 10 })
  })

  it('share the uses of a count code', async () => {
    const { kami } = await newCode(2, { type: 'count', amount: 3 })
    const [a, b] = newKeys(2)
    for (const key of [a, b, a]) expect(await logIn(kami, key!)).toMatchObject({ code: 200 })
    server.clock.pass(2 * HOUR)
    for (const key of [a, b]) expect(await logIn(kami, key!)).toMatchObject({ code: 201 })
  })

  it('are trading accounts: a machine is refused, and a code of a machine serves no second one', async () => {
    const { kami } = await usedCode(3, 1)
    expect(await logIn(kami, 'PC-1')).toMatchObject({ code: 150 })
    const other = await newCode(3)
    expect(await logIn(other.kami, 'PC-1')).toMatchObject({ code: 200 })
    expect(await logIn(other.kami, world.newKey())).toMatchObject({ code: 150 })
  })

  it('keep their seats when the application allows one account again, and no other account gets one', async () => {
    const { kami, keys } = await usedCode(3, 1)
    await server.act('app_update', { app, several_accounts: false })
    expect(await logIn(kami, keys[0]!)).toMatchObject({ code: 200 })
    expect(await logIn(kami, world.newKey())).toMatchObject({ code: 150 })
    await server.act('app_update', { app, several_accounts: true })
    expect(await logIn(kami, world.newKey())).toMatchObject({ code: 200 })
  })
})

describe('an edit', () => {
  it.each([
    ['extend_seconds', () => ({ extend_seconds: HOUR }), () => whole() + HOUR],
    ['end_time', () => ({ end_time: inDays(7) }), () => inDays(7)],
  ])('%s moves the record of each account, and the time of free seats', async (_, change, end) => {
    const { kami, id, keys } = await usedCode(3, 2)
    await server.act('code_update', { ids: [id], ...change() })
    expect(await Promise.all(keys.map(endOf))).toEqual([end(), end()])
    const key = world.newKey()
    expect(await logIn(kami, key)).toMatchObject({ code: 200, msg: { vip: String(end()) } })
  })

  it('that refunds takes back what each account got, shows it before, and gives it back', async () => {
    const { id, keys } = await usedCode(3, 2)
    const preview = await server.act('code_update', { ids: [id], disabled: true, dry_run: true })
    expect(preview.records).toMatchObject({ total: 2 })
    await server.act('code_update', { ids: [id], disabled: true })
    expect(await Promise.all(keys.map(endOf))).toEqual([server.clock.now(), server.clock.now()])
    await server.act('code_update', { ids: [id], disabled: false })
    expect(await Promise.all(keys.map(endOf))).toEqual([whole(), whole()])
    await server.act('code_delete', { ids: [id], record: 'keep' })
    await server.act('code_restore', { ids: [id] })
    expect(await Promise.all(keys.map(endOf))).toEqual([whole(), whole()])
  })

  it('makes a permanent code temporary for each account', async () => {
    const { kami, id } = await newCode(2, { type: 'permanent' })
    const keys = newKeys(2)
    for (const key of keys) expect(await logIn(kami, key)).toMatchObject({ msg: { vip: String(FOREVER) } })
    const convert = { type: 'time', unit: 'day', amount: 3 } as const
    await server.act('code_update', { ids: [id], convert })
    expect(await Promise.all(keys.map(endOf))).toEqual([inDays(3), inDays(3)])
  })

  it('of the seats keeps the accounts that use the code, and never goes below their number', async () => {
    const one = await usedCode(1, 1)
    await server.act('code_update', { ids: [one.id], seats: 2 })
    expect(await codeOf(one.id)).toMatchObject({ account_key: '', seats_used: 1 })
    expect(await logIn(one.kami, one.keys[0]!)).toMatchObject({ msg: { vip: String(whole()) } })
    const second = world.newKey()
    expect(await logIn(one.kami, second)).toMatchObject({ code: 200 })
    const refused = await server.act('code_update', { ids: [one.id], seats: 1 })
    expect(refused).toMatchObject({ done: 0, skipped: [{ reason: 'too_few_seats' }] })
    const device = await world.recordOf(second)
    await server.act('device_delete', { ids: [device!.id], codes: 'free' })
    await server.act('code_update', { ids: [one.id], seats: 1 })
    expect(await codeOf(one.id)).toMatchObject({ account_key: one.keys[0], seats_used: 1 })
    expect(await logIn(one.kami, world.newKey())).toMatchObject({ code: 150 })
  })

  it('to several seats is refused where the application allows one account', async () => {
    const strict = await server.application({ mt5: { enabled: true } })
    const owner = await server.owner()
    const order = { app: strict, type: 'permanent', count: 1, seats: 2 }
    expect(await owner.try('code_generate', order)).toMatchObject({
      code: 422,
      fields: { seats: 'one_account' },
    })
    const rows = [{ kami: 'SEVERAL-SEATS', type: 'permanent', seats: 2 }]
    expect(await server.act('code_import', { app: strict, rows })).toMatchObject({
      done: 0,
      skipped: [{ reason: 'seats: one account' }],
    })
  })
})

describe('a seat', () => {
  it('moves with its account, and the old account gets nothing more', async () => {
    const { kami, id, keys } = await usedCode(2, 2)
    const [from] = keys
    const to = world.newKey()
    const device = await world.recordOf(from!)
    await server.act('device_move', { id: device!.id, account_key: to })
    expect(await logIn(kami, to)).toMatchObject({ code: 200, msg: { vip: String(whole()) } })
    expect(await logIn(kami, from!)).toMatchObject({ code: 150 })
    expect((await codeOf(id)).accounts.map(({ account_key: key }) => key)).toContain(to)
  })

  it('moves with the rename of a server', async () => {
    const { kami } = await newCode(2)
    expect(await logIn(kami, '777001@Seat-Old')).toMatchObject({ code: 200 })
    await server.act('server_rename', { from: 'Seat-Old', to: 'Seat-New', app })
    expect(await logIn(kami, '777001@Seat-New')).toMatchObject({ msg: { vip: String(whole()) } })
  })

  it('is spent with the record of its account, or freed with all its time', async () => {
    const { kami, id, keys } = await usedCode(2, 2)
    const [a, b] = keys
    const [first, second] = [await world.recordOf(a!), await world.recordOf(b!)]
    const preview = await server.act('device_delete', { ids: [first!.id], dry_run: true })
    expect(preview).toMatchObject({ codes: 1 })
    await server.act('device_delete', { ids: [first!.id] })
    expect(await logIn(kami, a!)).toMatchObject({ code: 151 })
    expect(await logIn(kami, world.newKey())).toMatchObject({ code: 150 })
    expect(await codeOf(id)).toMatchObject({ disabled: false, seats_used: 2 })
    server.clock.pass(HOUR)
    await server.act('device_delete', { ids: [second!.id], codes: 'free' })
    const next = world.newKey()
    expect(await logIn(kami, next)).toMatchObject({ code: 200, msg: { vip: String(whole()) } })
  })

  it('is not unbound by the program, and no customer recharges with the rest', async () => {
    const { kami, keys } = await usedCode(2, 1)
    expect(await server.api('kmunmachine', app, { kami, markcode: keys[0]! })).toMatchObject({ code: 164 })
    const { id } = await server.act('account_create', { app, user: 'seats1', password: 'secret-1', qq: '1' })
    expect((await (await server.owner()).try('account_recharge', { id, kami })).code).not.toBe(200)
  })

  it('of a full code ends it, and a filter by state finds it', async () => {
    const { id, kami } = await usedCode(2, 2)
    server.clock.pass(6 * HOUR)
    expect(await codeOf(id)).toMatchObject({ state: 'expired' })
    const { rows } = await server.act('code_list', { filter: { app, state: 'expired', kami } })
    expect(rows).toMatchObject([{ id, seats: 2, seats_used: 2 }])
  })
})

it('a file brings seats, and the account of a used code has one of them', async () => {
  const key = world.newKey()
  const use = { use_time: server.clock.now() - DAY, end_time: inDays(29), markcode: key }
  const rows = [{ kami: 'FILE-SEATS', type: 'time', unit: 'hour', amount: 5, seats: 2, ...use }]
  expect(await server.act('code_import', { app, rows })).toMatchObject({ done: 1 })
  expect(await logIn('FILE-SEATS', key)).toMatchObject({ msg: { vip: String(inDays(29)) } })
  expect(await logIn('FILE-SEATS', world.newKey())).toMatchObject({ msg: { vip: String(whole()) } })
  expect(await logIn('FILE-SEATS', world.newKey())).toMatchObject({ code: 150 })
})

it.each(['before', 'after'])(
  'a search for an account finds its code with several seats, %s the index has it',
  async (when) => {
    const { id, keys } = await usedCode(2, 2)
    if (when === 'after') {
      const isBehind = () => server.store.read((unit) => unit.searchIndex.isBehind())
      await until(async () => !(await isBehind()), 'the search index')
    }
    for (const search of keys)
      expect((await server.act('code_list', { search })).rows.map((row) => row.id)).toEqual([id])
  },
)
