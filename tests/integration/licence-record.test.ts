import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { visit } from '../support/self-service-client.ts'
import type { TestServer } from '../support/test-server.ts'
import { PASSWORD, signIn } from './operators.ts'
import { DAY, FOREVER, RecordWorld } from './record-world.ts'

let world: RecordWorld
let server: TestServer
let app: number

beforeAll(async () => {
  world = await RecordWorld.start()
  ;({ server, app } = world)
})
afterAll(() => server.end())

const newKey = () => world.newKey()
const logIn = (kami: string, markcode: string, at = app) => world.logIn(kami, markcode, at)
const logOn = (key: string, at = app) => world.logOn(key, at)
const inDays = (days: number) => world.inDays(days)
const newCode = (days?: number) => world.newCode(days)
const idOf = (kami: string) => world.idOf(kami)
const recordOf = (key: string) => world.recordOf(key)
const activated = () => world.activated()

describe('the record after its code acted', () => {
  it("keeps the vendor's settings, and kmlogon answers from them", async () => {
    const { key, kami, device } = await activated()
    await server.act('device_update', { id: device, vip: inDays(3), license: 'GOLD', note: 'N' })
    expect(await logIn(kami, key)).toMatchObject({ code: 200, msg: { vip: String(inDays(3)) } })
    expect(await logOn(key)).toMatchObject({ code: 200, vip: inDays(3), license: 'GOLD' })
    await server.act('device_update', { id: device, vip: server.clock.now() - 100 })
    expect(await logIn(kami, key)).toMatchObject({ code: 201, msg: '卡密已到期' })
    expect(await logOn(key)).toMatchObject({ code: 201, license: 'GOLD' })
    await server.act('device_update', { id: device, vip: inDays(99) })
    expect(await logIn(kami, key)).toMatchObject({ code: 200, msg: { vip: String(inDays(99)) } })
  })

  it('refuses a disabled account with its reason, and spends no new code that is given for it', async () => {
    const { key, kami, device } = await activated()
    await server.act('device_update', { id: device, disabled: true, disable_reason: 'charge-back' })
    const fresh = await newCode()
    for (const tried of [kami, fresh])
      expect(await logIn(tried, key)).toMatchObject({ code: 114, msg: 'charge-back' })
    await server.act('device_update', { id: device, disabled: false })
    const { vip } = await logOn(key)
    expect(await logIn(fresh, key)).toMatchObject({ code: 200, msg: { vip: String(Number(vip) + 30 * DAY) } })
  })

  it('adds up two codes that are used early, simultaneously and in turn', async () => {
    const [key, a, b] = [newKey(), await newCode(), await newCode()]
    const answers = await Promise.all([a, b, a, b].map((kami) => logIn(kami, key)))
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200])
    expect(await logOn(key)).toMatchObject({ vip: inDays(60) })
    for (const kami of [a, b])
      expect(await logIn(kami, key)).toMatchObject({ msg: { vip: String(inDays(60)) } })
  })

  it('is the same after a restart', async () => {
    const { key, kami, device } = await activated()
    await server.act('device_update', { id: device, vip: inDays(2) })
    await server.close()
    await server.open()
    expect(await logIn(kami, key)).toMatchObject({ code: 200, msg: { vip: String(inDays(2)) } })
    expect(await logOn(key)).toMatchObject({ code: 200, vip: inDays(2) })
  })

  it("determines the answer of the customers' page", async () => {
    const { key, kami, device } = await activated()
    await server.act('device_update', { id: device, vip: inDays(7) })
    const ask = () => world.ask(kami)
    expect(await ask()).toMatchObject({ state: 'in_use', expires_at: inDays(7), no_unbind: 'account' })
    await server.act('device_update', { id: device, vip: 5 })
    expect(await ask()).toMatchObject({ state: 'expired', expires_at: 5 })
    await server.act('device_update', { id: device, disabled: true })
    expect(await ask()).toMatchObject({ state: 'disabled' })
    expect(await visit(server, 'unbind_km', { card: kami, contact: 'c', reason: 'r' })).toMatchObject({
      code: 164,
      msg: '解绑失败,该卡密已用于交易账户,请申请换绑',
    })
    expect(await logOn(key)).toMatchObject({ code: 114 })
  })
})

describe("an edit of the code's time", () => {
  it('changes the record by the same amount, and the preview says so', async () => {
    const { key, code, device } = await activated()
    await server.act('device_update', { id: device, vip: inDays(50) })
    const preview = await server.act('code_update', { ids: [code], extend_seconds: 5 * DAY, dry_run: true })
    expect(preview).toEqual({
      done: 1,
      skipped: [],
      records: { total: 1, rows: [{ code, device, account_key: key, from: inDays(50), to: inDays(55) }] },
    })
    expect(await logOn(key)).toMatchObject({ vip: inDays(50) })
    await server.act('code_update', { ids: [code], extend_seconds: 5 * DAY })
    expect(await logOn(key)).toMatchObject({ vip: inDays(55) })
    await server.act('code_update', { ids: [code], end_time: inDays(20) })
    expect(await logOn(key)).toMatchObject({ vip: inDays(40) })
    await server.act('code_update', { ids: [code], convert: { type: 'permanent' } })
    expect(await logOn(key)).toMatchObject({ vip: FOREVER })
    await server.act('code_update', { ids: [code], convert: { type: 'time', unit: 'day', amount: 9 } })
    // Of the 40 days the code gave 20: the account keeps the other 20.
    expect(await logOn(key)).toMatchObject({ vip: inDays(29) })
  })

  it('touches no record when the code is unused', async () => {
    const kami = await newCode()
    const answer = await server.act('code_update', {
      ids: [await idOf(kami)],
      extend_seconds: DAY,
      dry_run: true,
    })
    expect(answer).toMatchObject({ done: 1, records: { total: 0, rows: [] } })
  })

  it('leaves a row about the account in the audit log', async () => {
    const { key, code } = await activated()
    await server.act('code_update', { ids: [code], extend_seconds: DAY })
    const { rows } = await server.act('audit_list', { filter: { action: 'code_update' }, size: 2 })
    expect(rows).toContainEqual(
      expect.objectContaining({
        subject_kind: 'device',
        subject_label: key,
        before: expect.objectContaining({ vip: inDays(30) }) as object,
        after: expect.objectContaining({ vip: inDays(31) }) as object,
      }),
    )
  })
})

describe('a refund', () => {
  it.each([
    ['code_update', 'take_back', 30],
    ['code_update', 'end', 0],
    ['code_update', 'keep', 60],
    ['code_delete', 'take_back', 30],
    ['code_delete', 'end', 0],
    ['code_delete', 'keep', 60],
  ] as const)('%s, %s', async (action, record, days) => {
    const { key, code, kami } = await activated()
    await logIn(await newCode(), key)
    const refund = (more: { dry_run?: boolean }) =>
      action === 'code_update'
        ? server.act('code_update', { ids: [code], disabled: true, record, ...more })
        : server.act('code_delete', { ids: [code], record, ...more })
    const rows = [{ from: inDays(60), to: inDays(days) }]
    expect(await refund({ dry_run: true })).toMatchObject(
      days === 60 ? { records: { total: 0, rows: [] } } : { records: { total: 1, rows } },
    )
    expect(await logOn(key)).toMatchObject({ vip: inDays(60) })
    await refund({})
    expect(await recordOf(key)).toMatchObject({ vip: inDays(days) })
    expect(await logIn(kami, key)).toMatchObject({ code: action === 'code_update' ? 151 : 149 })
    // When the refund is undone, the time comes back.
    await (action === 'code_update'
      ? server.act('code_update', { ids: [code], disabled: false })
      : server.act('code_restore', { ids: [code] }))
    expect(await recordOf(key)).toMatchObject({ vip: inDays(60) })
    expect(await logIn(kami, key)).toMatchObject({ code: 200 })
  })

  it('takes no answer about the record where nothing is refunded', async () => {
    const { code } = await activated()
    const owner = await server.owner()
    for (const change of [{ disabled: false }, { extend_seconds: DAY }, { note: 'n' }])
      expect(await owner.try('code_update', { ids: [code], record: 'end', ...change })).toMatchObject({
        code: 422,
        fields: { record: expect.any(String) as string },
      })
  })

  it('takes the time back by default, and only once', async () => {
    const { key, code } = await activated()
    await logIn(await newCode(), key)
    await server.act('code_update', { ids: [code], disabled: true })
    await server.act('code_delete', { ids: [code] })
    expect(await recordOf(key)).toMatchObject({ vip: inDays(30) })
    await server.act('code_restore', { ids: [code] })
    expect(await recordOf(key)).toMatchObject({ vip: inDays(30) })
    await server.act('code_update', { ids: [code], disabled: false })
    expect(await recordOf(key)).toMatchObject({ vip: inDays(60) })
  })

  it('adds up over several codes of one account, also in the preview', async () => {
    const { key, code } = await activated()
    const second = await newCode(10)
    await logIn(second, key)
    const ids = [code, await idOf(second)]
    expect(await server.act('code_delete', { ids, dry_run: true })).toMatchObject({
      records: { total: 1, rows: [{ account_key: key, from: inDays(40), to: inDays(0) }] },
    })
    await server.act('code_delete', { ids })
    expect(await recordOf(key)).toMatchObject({ vip: inDays(0) })
  })

  it('of a permanent code restores the end before it', async () => {
    const { key } = await activated()
    const kami = await server.code({ app, type: 'permanent' })
    expect(await logIn(kami, key)).toMatchObject({ code: 200, msg: { vip: String(FOREVER) } })
    await server.act('code_delete', { ids: [await idOf(kami)] })
    expect(await logOn(key)).toMatchObject({ code: 200, vip: inDays(30) })
  })
})

describe('the deletion of a trading account', () => {
  it('spends its codes by default', async () => {
    const { key, kami, device } = await activated()
    expect(await server.act('device_delete', { ids: [device], dry_run: true })).toMatchObject({ codes: 1 })
    await server.act('device_delete', { ids: [device] })
    expect(await logIn(kami, key)).toMatchObject({ code: 151, msg: '卡密已被禁用' })
    expect(await logOn(key)).toMatchObject({ code: 404 })
    // A person may enable the code by hand, but its time went to a deleted record.
    await server.act('code_update', { ids: [await idOf(kami)], disabled: false })
    expect(await logIn(kami, key)).toMatchObject({ code: 151 })
    expect(await logIn(kami, 'PC')).toMatchObject({ code: 150 })
  })

  it("counts no codes of other people's accounts in its preview", async () => {
    const { device } = await activated()
    const owner = await server.owner()
    await owner.call('developer_create', { name: 'stranger', password: PASSWORD })
    const stranger = await signIn(server, 'stranger')
    const previewOf = async (id: number) =>
      stranger.call('device_delete', { ids: [id], codes: 'free', dry_run: true })
    expect(await previewOf(device)).toMatchObject({ done: 0, codes: 0 })
  })

  it('or resets them to unused, with all their time, for any account', async () => {
    const { kami, device, code } = await activated()
    server.clock.pass(3600)
    await server.act('device_delete', { ids: [device], codes: 'free' })
    expect(await server.act('code_get', { id: code })).toMatchObject({
      state: 'unused',
      markcode: '',
      account_key: '',
      use_time: null,
      end_time: null,
      gave_seconds: null,
    })
    const key = newKey()
    expect(await logIn(kami, key)).toMatchObject({ code: 200, msg: { vip: String(inDays(30)) } })
  })
})

describe('one licence', () => {
  it('stays with its account: neither its client nor an operator unbinds the code', async () => {
    const { key, kami, code } = await activated()
    expect(await server.api('kmunmachine', app, { kami, markcode: key })).toMatchObject({ code: 164 })
    expect(await server.act('code_unbind', { ids: [code] })).toMatchObject({
      done: 0,
      skipped: [{ id: code, reason: 'account' }],
    })
    expect(await logIn(kami, 'PC')).toMatchObject({ code: 150 })
    expect(await logIn(kami, newKey())).toMatchObject({ code: 150 })
  })

  it("is bound by the account's key when the account is spelled with blanks", async () => {
    const [key, kami] = [newKey(), await newCode()]
    expect(await logIn(kami, ` ${key.replace('@', ' @ ')}\r\n`)).toMatchObject({ code: 200 })
    expect(await server.act('code_get', { id: await idOf(kami) })).toMatchObject({
      markcode: key,
      account_key: key,
    })
    expect(await logIn(kami, key)).toMatchObject({ code: 200, msg: { vip: String(inDays(30)) } })
  })

  it('moves with its account, and the code gives no time again', async () => {
    const { key, kami, device } = await activated()
    const to = newKey()
    await server.act('device_move', { id: device, account_key: to })
    expect(await logIn(kami, key)).toMatchObject({ code: 150 })
    expect(await logIn(kami, to)).toMatchObject({ code: 200, msg: { vip: String(inDays(30)) } })
    expect(await logOn(to)).toMatchObject({ vip: inDays(30) })
  })
})
