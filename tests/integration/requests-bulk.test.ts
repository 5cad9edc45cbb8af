import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ConsoleClient } from '../support/console-client.ts'
import { newStaff } from './operators.ts'
import type { RequestWorld } from './request-world.ts'
import { ReviewWorld } from './review-world.ts'

/** Bulk approval of requests, and reply texts. */
let place: ReviewWorld
let world: RequestWorld
let developer: ConsoleClient
let agent: ConsoleClient
let otherAgent: ConsoleClient
let app: number

beforeAll(async () => {
  place = await ReviewWorld.start()
  ;({ world, developer, agent, otherAgent } = place)
})
afterAll(() => place.world.server.end())
beforeEach(async () => {
  app = await place.application()
})

const handle = (by: ConsoleClient, id: number, more?: object) => place.handle(by, id, more)
const ofAgent = () => place.ofAgent(app)

describe('bulk approval', () => {
  it('approves low-risk requests, each with a new check, and leaves the others with the reason', async () => {
    await world.owner.call('settings_set', { after_sales: { low_risk: 30 } })
    const low = await world.unbind(app)
    const taken = await world.rebind(app, {}, (await world.account(app)).key)
    const gone = await world.unbind(app)
    await world.owner.call('code_delete', { ids: [gone.code] })
    const short = await world.unbind(app, { code: { type: 'time', unit: 'hour', amount: 1 } })
    world.server.clock.pass(60)
    const done = await world.unbind(app)
    await handle(developer, done.id, { decision: 'reject' })
    const live = await world.rebind(app)
    await world.server.api('mt5pulse', app, { account_key: live.oldKey, equity: 1, positions: 4 })
    const ids = [low, taken, gone, short, done, live].map(({ id }) => id)
    const expected = {
      done: 1,
      skipped: [
        { id: taken.id, reason: 'new_key' },
        { id: gone.id, reason: 'subject' },
        { id: short.id, reason: 'policy' },
        { id: done.id, reason: 'state' },
        { id: live.id, reason: 'risk' },
        { id: 999_999, reason: 'unknown' },
      ],
    }
    const order = { ids: [...ids, 999_999], note: 'Done' }
    expect(await developer.call('auth_request_bulk', { ...order, dry_run: true })).toEqual(expected)
    expect(await world.record(low.id)).toMatchObject({ state: 'pending' })
    expect(await developer.call('auth_request_bulk', order)).toEqual(expected)
    expect(await world.record(low.id)).toMatchObject({
      state: 'approved',
      answer: 'Done',
      decided_by_name: 'developer',
    })
    expect((await world.trail(low.id)).at(-1)).toMatchObject({ action: 'auth_request_bulk' })
    await world.owner.call('settings_set', { after_sales: { low_risk: 25 } })
  })

  it("takes a filter: the open requests that it shows, among the caller's own", async () => {
    await world.owner.call('settings_set', { after_sales: { low_risk: 100 } })
    const mine = await ofAgent()
    const others = await world.unbind(app)
    expect(await agent.call('auth_request_bulk', { filter: { app } })).toEqual({ done: 1, skipped: [] })
    expect(await world.record(mine.id)).toMatchObject({ state: 'approved', decided_by_name: 'agent' })
    expect(await world.record(others.id)).toMatchObject({ state: 'pending' })
    await world.owner.call('settings_set', { after_sales: { low_risk: 25 } })
  })

  it('takes at most 500', async () => {
    const ids = Array.from({ length: 501 }, (_, i) => i + 1)
    expect(await developer.try('auth_request_bulk', { ids })).toMatchObject({
      code: 422,
      fields: { ids: expect.any(String) as string },
    })
  })
})

describe('reply texts', () => {
  it("belong to an employer and the employer's staff", async () => {
    const staff = await newStaff(world.server, developer, ['requests', 'requests.decide'])
    const { id } = await developer.call('reply_template_save', { title: 'No', text: 'Send the order' })
    expect(await staff.client.call('reply_template_list', {})).toEqual({
      rows: [{ id, title: 'No', text: 'Send the order' }],
    })
    await staff.client.call('reply_template_save', { id, title: 'No', text: 'Send the order number' })
    expect((await developer.call('reply_template_list', {})).rows[0]!.text).toBe('Send the order number')
    expect(await agent.call('reply_template_list', {})).toEqual({ rows: [] })
    await developer.call('reply_template_delete', { id })
    expect(await developer.call('reply_template_list', {})).toEqual({ rows: [] })
    expect(await developer.try('reply_template_delete', { id })).toMatchObject({ code: 404 })
  })

  it('are limited to fifty', async () => {
    for (let i = 0; i < 50; i++) await otherAgent.call('reply_template_save', { title: `${i}`, text: 'x' })
    expect(await otherAgent.try('reply_template_save', { title: 'x', text: 'x' })).toMatchObject({
      code: 409,
    })
  })
})
