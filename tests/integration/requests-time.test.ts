import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PNG } from '../support/pictures.ts'
import { visit } from '../support/self-service-client.ts'
import { until } from '../support/until.ts'
import { DAY, RequestWorld } from './request-world.ts'

/** The effects of time on requests. */
let world: RequestWorld
let app: number

beforeEach(async () => {
  world = await RequestWorld.start()
  app = await world.server.application()
})
afterEach(() => world.server.end())

const handle = (id: number, decision: 'approve' | 'reject') =>
  world.owner.try('auth_request_handle', { id, decision })
const reverse = (id: number) => world.owner.try('auth_request_reverse', { id })

describe('an undecided request', () => {
  it("can't be decided after its time, and the server ends it", async () => {
    const { id, number, kami } = await world.unbind(app)
    await world.pass(14 * DAY - 1)
    expect(await world.record(id)).toMatchObject({ state: 'pending' })
    await world.pass(1)
    for (const decision of ['approve', 'reject'] as const)
      expect(await handle(id, decision)).toMatchObject({ code: 409, fields: { state: 'expired' } })
    await until(async () => (await world.record(id)).state === 'expired', 'the request to expire')
    expect(await world.follow(number)).toMatchObject({ state: 'expired' })
    expect(await world.withdraw(number)).toMatchObject({ code: 201 })
    expect((await world.trail(id)).at(-1)).toMatchObject({
      action: 'request_expire',
      person: 0,
      person_name: 'server',
      role: 'server',
    })
    expect((await world.unbindOf(app, kami)).number).not.toBe(number)
  })

  it('lives as long as the owner sets, and counts as overdue after the promised hours', async () => {
    await world.owner.call('settings_set', { after_sales: { expire_days: 2, service_hours: 5 } })
    const { id } = await world.unbind(app)
    const now = world.server.clock.now()
    expect(await world.record(id)).toMatchObject({ expires_at: now + 2 * DAY, due_at: now + 5 * 3600 })
    await world.pass(5 * 3600 - 1)
    const counts = { pending: 1, oldest_at: now, service_hours: 5 }
    expect(await world.owner.call('auth_request_counts', {})).toEqual({ ...counts, overdue: 0 })
    await world.pass(1)
    expect(await world.owner.call('auth_request_counts', {})).toEqual({ ...counts, overdue: 1 })
    await world.pass(2 * DAY)
    await until(async () => (await world.record(id)).state === 'expired', 'the request to expire')
    expect(await world.owner.call('auth_request_counts', {})).toEqual({
      pending: 0,
      overdue: 0,
      oldest_at: null,
      service_hours: 5,
    })
  })
})

describe('an approved rebind', () => {
  it('can be undone up to the seventh day', async () => {
    const { id, oldKey, newKey } = await world.rebind(app)
    await handle(id, 'approve')
    expect((await world.record(id)).reversible_until).toBe(world.server.clock.now() + 7 * DAY)
    await world.pass(7 * DAY)
    expect(await reverse(id)).toMatchObject({ code: 200, msg: { reversed_by_name: 'owner' } })
    expect(await world.server.api('mt5logon', app, { account_key: oldKey })).toMatchObject({ code: 200 })
    expect(await world.server.api('mt5logon', app, { account_key: newKey })).toMatchObject({ code: 404 })
  })

  it("can't be undone later", async () => {
    const { id, oldKey, newKey } = await world.rebind(app)
    await handle(id, 'approve')
    await world.pass(7 * DAY + 1)
    expect(await reverse(id)).toMatchObject({ code: 409, fields: { reversed: 'late' } })
    expect((await world.record(id)).reversible_until).toBeNull()
    expect(await world.server.api('mt5logon', app, { account_key: oldKey })).toMatchObject({ code: 404 })
    expect(await world.server.api('mt5logon', app, { account_key: newKey })).toMatchObject({ code: 200 })
  })
})

describe('pictures of a request', () => {
  it('are deleted thirty days after its end, and pictures of open requests stay', async () => {
    const withPicture = async () => {
      const asked = await world.unbind(app, { code: { type: 'permanent' } })
      const query = `&request=${asked.number}`
      await visit(world.server, 'image_workorder', {}, { body: new Uint8Array(PNG), query })
      return asked
    }
    await world.owner.call('settings_set', { after_sales: { expire_days: 90 } })
    const ended = await withPicture()
    const open = await withPicture()
    await handle(ended.id, 'reject')
    const imagesAfter = async (seconds: number) => {
      world.server.clock.pass(seconds)
      await world.server.close()
      await world.server.open()
      await world.pass(0)
      return [(await world.record(ended.id)).images.length, (await world.record(open.id)).images.length]
    }
    expect(await imagesAfter(30 * DAY)).toEqual([1, 1])
    await imagesAfter(1)
    await until(async () => (await world.record(ended.id)).images.length === 0, 'the picture to go')
    expect((await world.record(open.id)).images).toHaveLength(1)
  })
})
