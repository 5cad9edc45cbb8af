import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { visit } from '../support/self-service-client.ts'
import { EventStream } from './event-stream.ts'
import { addOperator } from './operators.ts'
import { RequestWorld } from './request-world.ts'

/** Rebinds: trading accounts moved on a customer's request, and moved back. */
let world: RequestWorld
let app: number

beforeAll(async () => {
  world = await RequestWorld.start()
})
afterAll(() => world.server.end())
beforeEach(async () => {
  app = await world.server.application({ mt5: { auto_trial: false } })
})

const handle = (id: number, decision: 'approve' | 'reject' = 'approve') =>
  world.owner.try('auth_request_handle', { id, decision })
const reverse = (id: number, note = '') => world.owner.try('auth_request_reverse', { id, note })
const logon = (key: string) => world.server.api('mt5logon', app, { account_key: key })

describe('a request for a rebind', () => {
  it('closes the old account and lets the new one in on approval, with all attached data', async () => {
    const agent = await addOperator(world.server, `agent of ${app}`, 'agent')
    const fields = { agent, label: 'VIP customer', note: 'pays in cash', license: 'LICENCE-1' }
    const { id, device, oldKey, newKey, number } = await world.rebind(app, fields)
    await world.server.api('mt5pulse', app, { account_key: oldKey, equity: 1000, positions: 0 })
    await world.owner.call('device_update', { id: device, debug: true })
    const before = await world.owner.call('device_get', { id: device })
    expect(await logon(oldKey)).toMatchObject({ code: 200, vip: before.vip })
    expect(await logon(newKey)).toMatchObject({ code: 404 })

    expect(await handle(id)).toMatchObject({
      code: 200,
      msg: { state: 'approved', decided_by_name: 'owner' },
    })

    expect(await logon(oldKey)).toMatchObject({ code: 404 })
    expect(await logon(newKey)).toMatchObject({ code: 200, vip: before.vip, license: 'LICENCE-1' })
    const after = await world.owner.call('device_get', { id: device })
    expect(after).toEqual({ ...before, account_key: newKey })
    expect(await world.follow(number)).toMatchObject({ state: 'approved', reversed: false })
  })

  it('moves nothing when rejected', async () => {
    const { id, oldKey, newKey } = await world.rebind(app)
    expect(await handle(id, 'reject')).toMatchObject({ code: 200, msg: { state: 'rejected' } })
    expect(await logon(oldKey)).toMatchObject({ code: 200 })
    expect(await logon(newKey)).toMatchObject({ code: 404 })
    expect(await reverse(id)).toMatchObject({ code: 409, fields: { state: 'rejected' } })
  })

  it('takes the codes of the account along', async () => {
    const kami = await world.server.code({ app, type: 'permanent' })
    const { key: oldKey } = await world.account(app)
    await world.server.api('kmlogon', app, { kami, markcode: oldKey })
    const newKey = `${9000 + world.next()}@Broker-Live`
    const words = { old_key: oldKey, new_key: newKey, contact: 'c', reason: 'r', product: String(app) }
    await visit(world.server, 'request_device_rebind', words)
    const { rows } = await world.owner.call('auth_request_list', { filter: { app } })
    expect(rows[0]!.code).toMatchObject({ kami })
    await handle(rows[0]!.id)
    expect(await world.server.api('kmlogon', app, { kami, markcode: newKey })).toMatchObject({ code: 200 })
    expect(await world.server.api('kmlogon', app, { kami, markcode: oldKey })).toMatchObject({ code: 150 })
  })

  it('to an account in use is refused, and can be rejected', async () => {
    const { key: taken } = await world.account(app, { label: 'Somebody' })
    const { id, oldKey } = await world.rebind(app, {}, taken)
    expect(await world.record(id)).toMatchObject({
      new_account: { account_key: taken, label: 'Somebody', state: 'active' },
    })
    expect(await handle(id)).toMatchObject({ code: 409, fields: { new_key: 'taken' } })
    expect(await world.record(id)).toMatchObject({ state: 'pending', decided_by: null })
    expect(await logon(oldKey)).toMatchObject({ code: 200 })
    expect(await handle(id, 'reject')).toMatchObject({ code: 200 })
  })

  it.each(['deleted', 'moved'])('of an account that was %s meanwhile can only be rejected', async (how) => {
    const { id, device } = await world.rebind(app)
    await (how === 'deleted'
      ? world.owner.call('device_delete', { ids: [device] })
      : world.owner.call('device_move', { id: device, account_key: `${world.next()}0@Elsewhere` }))
    expect(await handle(id)).toMatchObject({ code: 409, fields: { subject: 'gone' } })
    expect(await handle(id, 'reject')).toMatchObject({ code: 200 })
  })

  it('renames the account on the board at once', async () => {
    const { id, device, newKey } = await world.rebind(app)
    const stream = await EventStream.open(world.owner.url, world.owner.cookie)
    await handle(id)
    await stream.next('devices', ({ rows }) =>
      rows.some((row) => row.id === device && row.account_key === newKey),
    )
    expect(await stream.next('request', (change) => change.id === id)).toEqual({
      id,
      state: 'approved',
      by: 'owner',
    })
    stream.close()
  })
})

describe('the undo of a rebind', () => {
  it('moves the account back, once', async () => {
    const { id, oldKey, newKey, number } = await world.rebind(app)
    await handle(id)
    expect(await reverse(id, 'It was not you who asked')).toMatchObject({
      code: 200,
      msg: { state: 'approved', reversed_by_name: 'owner', reversed_at: world.server.clock.now() },
    })
    expect(await logon(oldKey)).toMatchObject({ code: 200 })
    expect(await logon(newKey)).toMatchObject({ code: 404 })
    expect(await world.follow(number)).toMatchObject({ reversed: true, answer: 'It was not you who asked' })
    expect(await reverse(id)).toMatchObject({ code: 409, fields: { reversed: 'done' } })
    expect((await world.trail(id)).at(-1)).toMatchObject({
      action: 'auth_request_reverse',
      person_name: 'owner',
    })
  })

  it('is carried out by one of two simultaneous calls', async () => {
    const { id, oldKey } = await world.rebind(app)
    await handle(id)
    const replies = await Promise.all([reverse(id), reverse(id)])
    expect(replies.map(({ code }) => code).sort()).toEqual([200, 409])
    expect(replies.find(({ code }) => code === 409)).toMatchObject({ fields: { reversed: 'done' } })
    expect(await logon(oldKey)).toMatchObject({ code: 200 })
  })

  it('is refused when the old account is in use by then', async () => {
    const { id, oldKey, newKey } = await world.rebind(app)
    await handle(id)
    await world.owner.call('device_create', {
      app,
      account_key: oldKey,
      vip: world.server.clock.now() + 9999,
    })
    expect(await reverse(id)).toMatchObject({ code: 409, fields: { old_key: 'taken' } })
    expect(await logon(newKey)).toMatchObject({ code: 200 })
    expect((await world.record(id)).reversed_at).toBeNull()
  })

  it('is refused when the account moved on or is gone', async () => {
    const moved = await world.rebind(app)
    await handle(moved.id)
    await world.owner.call('device_move', { id: moved.device, account_key: `${world.next()}0@Elsewhere` })
    expect(await reverse(moved.id)).toMatchObject({ code: 409, fields: { new_key: 'moved' } })
    const gone = await world.rebind(app)
    await handle(gone.id)
    await world.owner.call('device_delete', { ids: [gone.device] })
    expect(await reverse(gone.id)).toMatchObject({ code: 409, fields: { subject: 'gone' } })
  })

  it('is for approved rebinds alone', async () => {
    const pending = await world.rebind(app)
    expect(await reverse(pending.id)).toMatchObject({ code: 409, fields: { state: 'pending' } })
    const unbind = await world.unbind(app)
    await handle(unbind.id)
    expect(await reverse(unbind.id)).toMatchObject({ code: 409, fields: { state: 'approved' } })
    expect((await world.record(unbind.id)).reversible_until).toBeNull()
  })
})
