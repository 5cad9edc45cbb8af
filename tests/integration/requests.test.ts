import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { visit } from '../support/self-service-client.ts'
import { PNG } from '../support/pictures.ts'
import { DAY, HOUR, RequestWorld } from './request-world.ts'

/**
 * The states of customers' requests (specification, States and transitions): approved, rejected, withdrawn,
 * expired.
 */
let world: RequestWorld
let app: number

beforeAll(async () => {
  world = await RequestWorld.start()
})
afterAll(() => world.server.end())
beforeEach(async () => {
  app = await world.server.application({ mt5: { auto_trial: false } })
})

const act = (...of: Parameters<RequestWorld['server']['act']>) => world.server.act(...of)
const tryHandle = async (input: object) => (await world.server.owner()).try('auth_request_handle', input)
const approve = (id: number, more: object = {}) => tryHandle({ id, decision: 'approve', ...more })
const reject = (id: number, note = '') => tryHandle({ id, decision: 'reject', note })

describe('a request for an unbind', () => {
  it('changes nothing until it is decided, and frees machine and address together on approval', async () => {
    const { kami, code, id, number } = await world.unbind(app)
    const other = { kami, markcode: 'PC-2' }
    expect(await world.server.api('kmlogon', app, other)).toMatchObject({ code: 150 })
    const before = (await act('code_get', { id: code })) as { end_time: number }

    const reply = await approve(id, { note: 'Done, log on again' })
    expect(reply).toMatchObject({
      code: 200,
      msg: {
        state: 'approved',
        decided_by_name: 'owner',
        answer: 'Done, log on again',
        ended_at: world.server.clock.now(),
        taken_seconds: HOUR,
        taken_uses: 0,
        waived: false,
        freed_machine: 'PC-1 127.0.0.1',
        code: { id: code, markcode: '', ip: '', end_time: before.end_time - HOUR },
      },
    })
    expect(await act('code_get', { id: code })).toMatchObject({ unbinds: 1, markcode: '', ip: '' })
    expect(await world.server.api('kmlogon', app, other)).toMatchObject({ code: 200 })
    expect(await world.server.api('kmlogon', app, { kami, markcode: 'PC-1' })).toMatchObject({ code: 150 })
    expect(await world.follow(number)).toMatchObject({ state: 'approved', answer: 'Done, log on again' })
  })

  it('takes uses from a count code, and nothing from a permanent one', async () => {
    const count = await world.unbind(app, { code: { type: 'count', amount: 10 } })
    const { left } = (await act('code_get', { id: count.code })) as { left: number }
    expect((await approve(count.id)).msg).toMatchObject({ taken_uses: 1, taken_seconds: 0 })
    expect(await act('code_get', { id: count.code })).toMatchObject({ left: left - 1 })
    const permanent = await world.unbind(app, { code: { type: 'permanent' } })
    expect((await approve(permanent.id)).msg).toMatchObject({ taken_uses: 0, taken_seconds: 0 })
  })

  it('leaves the code bound when rejected, and the customer may request again', async () => {
    const { kami, code, id, number, contact } = await world.unbind(app)
    expect(await reject(id, 'Send a picture of the order')).toMatchObject({
      code: 200,
      msg: { state: 'rejected', decided_by_name: 'owner', freed_machine: '', taken_seconds: 0 },
    })
    expect(await act('code_get', { id: code })).toMatchObject({ markcode: 'PC-1', unbinds: 0 })
    expect(await world.follow(number)).toMatchObject({
      state: 'rejected',
      answer: 'Send a picture of the order',
    })
    const again = await world.unbindOf(app, kami, { contact })
    expect(again.number).not.toBe(number)
    expect((await world.record(again.id)).earlier).toMatchObject([{ id, state: 'rejected' }])
  })

  it("ends when its customer withdraws it, and can't be decided", async () => {
    const { id, number } = await world.unbind(app)
    expect(await world.withdraw(number)).toMatchObject({ code: 200, msg: { state: 'withdrawn' } })
    expect(await world.withdraw(number)).toMatchObject({ code: 200, msg: { state: 'withdrawn' } })
    for (const reply of [await approve(id), await reject(id)])
      expect(reply).toMatchObject({ code: 409, fields: { state: 'withdrawn' } })
  })

  it('of a deleted code can only be rejected', async () => {
    const recycled = await world.unbind(app)
    await act('code_delete', { ids: [recycled.code] })
    expect(await approve(recycled.id)).toMatchObject({ code: 409, fields: { subject: 'gone' } })
    expect(await approve(recycled.id, { waive: true })).toMatchObject({
      code: 409,
      fields: { subject: 'gone' },
    })
    expect(await reject(recycled.id)).toMatchObject({ code: 200 })
    const purged = await world.unbind(app)
    await act('code_delete', { ids: [purged.code] })
    await act('step_up', { password: 'correct horse battery' })
    await act('code_purge', { ids: [purged.code] })
    expect(await approve(purged.id)).toMatchObject({ code: 409, fields: { subject: 'gone' } })
    expect(await reject(purged.id)).toMatchObject({ code: 200, msg: { code: null, policy: null } })
  })
})

describe("the application's policy", () => {
  it('refuses a request that comes too soon; the owner may override it without a deduction, and it counts', async () => {
    const { kami, code, id } = await world.unbind(app)
    await approve(id)
    await world.server.api('kmlogon', app, { kami, markcode: 'PC-2' })
    const { id: second } = await world.unbindOf(app, kami)
    const { end_time: end } = (await act('code_get', { id: code })) as { end_time: number }
    expect((await world.record(second)).policy).toEqual({
      outcome: 'tooSoon',
      next_allowed_at: world.server.clock.now() + DAY,
      unbinds: 1,
      max: 3,
      cost_seconds: HOUR,
      cost_uses: 0,
    })
    expect(await approve(second)).toMatchObject({ code: 409, fields: { policy: 'tooSoon' } })
    expect(await act('code_get', { id: code })).toMatchObject({ markcode: 'PC-2' })
    expect(await approve(second, { waive: true })).toMatchObject({
      code: 200,
      msg: { waived: true, taken_seconds: 0, freed_machine: 'PC-2 127.0.0.1' },
    })
    expect(await act('code_get', { id: code })).toMatchObject({ markcode: '', unbinds: 2, end_time: end })
  })

  it('refuses after the third unbind', async () => {
    await act('app_update', { app, unbind: { interval: 0, max: 1 } })
    const { kami, id } = await world.unbind(app)
    await approve(id)
    await world.server.api('kmlogon', app, { kami, markcode: 'PC-2' })
    const { id: second } = await world.unbindOf(app, kami)
    expect(await approve(second)).toMatchObject({ code: 409, fields: { policy: 'tooMany' } })
  })

  it('refuses when less is left than the deduction', async () => {
    const short = await world.unbind(app, { code: { type: 'time', unit: 'hour', amount: 1 } })
    world.server.clock.pass(60)
    expect(await approve(short.id)).toMatchObject({ code: 409, fields: { policy: 'timeShort' } })
    await act('app_update', { app, unbind: { deduct_uses: 5 } })
    const few = await world.unbind(app, { code: { type: 'count', amount: 3 } })
    expect(await approve(few.id)).toMatchObject({ code: 409, fields: { policy: 'usesShort' } })
  })

  it('refuses a code that was disabled meanwhile, and finds nothing to do for a freed one', async () => {
    const disabled = await world.unbind(app)
    await act('code_update', { ids: [disabled.code], disabled: true })
    expect(await approve(disabled.id)).toMatchObject({ code: 409, fields: { policy: 'disabled' } })
    const freed = await world.unbind(app)
    await act('code_unbind', { ids: [freed.code] })
    for (const more of [{}, { waive: true }])
      expect(await approve(freed.id, more)).toMatchObject({ code: 409, fields: { policy: 'notBound' } })
    expect(await reject(freed.id, 'It is free already')).toMatchObject({ code: 200 })
  })
})

describe('records of each step', () => {
  it('include an audit row with the person, in the same unit of work', async () => {
    const { id, number } = await world.unbind(app, { from: '10.99.0.1' })
    await visit(
      world.server,
      'image_workorder',
      {},
      { body: new Uint8Array(PNG), query: `&request=${number}` },
    )
    await approve(id, { note: 'ok' })
    const customer = { person: 0, person_name: 'customer', role: 'server', app }
    expect(await world.trail(id)).toMatchObject([
      { ...customer, action: 'request_open', ip: '10.99.0.1', subject_label: number, before: null },
      { ...customer, action: 'request_image', after: { images: 1 } },
      {
        action: 'auth_request_handle',
        person_name: 'owner',
        before: { state: 'pending' },
        after: { state: 'approved', taken_seconds: HOUR, freed_machine: 'PC-1 127.0.0.1' },
      },
    ])
    const { verification } = await world.server.act('audit_verify', {})
    expect(verification).toMatchObject({ ok: true })
  })

  it('include a message to the customer with a bound messenger, once a step, and to nobody else', async () => {
    const { id, device } = await world.rebind(app)
    expect(await world.messages(app)).toEqual([])
    await world.server.store.write((unit) => unit.devices.update(device, { messengerOpenId: 'ou_1' }), {
      durable: true,
    })
    await approve(id, { note: 'See you' })
    await act('auth_request_reverse', { id })
    expect(await world.messages(app)).toEqual([
      {
        key: `request:${id}:approved`,
        openId: 'ou_1',
        text: expect.stringContaining('已通过\nSee you') as string,
      },
      { key: `request:${id}:reversed`, openId: 'ou_1', text: expect.stringContaining('已撤销') as string },
    ])
  })

  it('of an unbind whose code went to a trading account meanwhile are messages to that account, and no approval', async () => {
    const kami = await world.server.code({ app, type: 'permanent' })
    const key = `${7000 + world.next()}@Broker-Live`
    await world.server.api('kmlogon', app, { kami, markcode: 'PC' })
    const { id, number } = await world.unbindOf(app, kami)
    const { rows: codes } = await world.server.act('code_list', { filter: { kami } })
    await world.server.act('code_unbind', { ids: [codes[0]!.id] })
    expect(await world.server.api('kmlogon', app, { kami, markcode: key })).toMatchObject({ code: 200 })
    const { rows } = await world.server.act('device_list', { filter: { app } })
    await world.server.store.write((unit) => unit.devices.update(rows[0]!.id, { messengerOpenId: 'ou_2' }), {
      durable: true,
    })
    for (const more of [{}, { waive: true }])
      expect(await approve(id, more)).toMatchObject({ code: 409, fields: { policy: 'ofAccount' } })
    await world.withdraw(number)
    expect(await world.messages(app)).toMatchObject([{ key: `request:${id}:withdrawn`, openId: 'ou_2' }])
  })
})

describe('one open request per subject', () => {
  it('is made in simultaneous requests', async () => {
    const { kami } = await world.boundCode(app)
    const asked = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        visit(world.server, 'unbind_km', { card: kami, contact: `c-${i % 2}`, reason: 'r' }),
      ),
    )
    const taken = asked
      .filter(({ code }) => code === 200)
      .map(({ msg }) => (msg as { request_id: string }).request_id)
    expect(new Set(taken).size).toBe(1)
    for (const { code } of asked) expect([200, 168, 429]).toContain(code)
    expect(await world.server.act('auth_request_list', { filter: { app } })).toMatchObject({ total: 1 })
  })

  it('is all that the store itself accepts', async () => {
    const { code } = await world.unbind(app)
    const again = await world.server.store.write(
      async (unit) => {
        const { id: _, ...open } = (await unit.requests.findOpen({ codeId: code }))!
        return unit.requests.insert({ ...open, number: 'X'.repeat(12) })
      },
      { durable: true },
    )
    expect(again).toBeUndefined()
  })
})
