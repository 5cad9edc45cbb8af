import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConsoleClient } from '../support/console-client.ts'
import { visit } from '../support/self-service-client.ts'
import { until } from '../support/until.ts'
import { EventStream } from './event-stream.ts'
import { codesOf, devicesOf, MoveWorld } from './move-world.ts'
import { newStaff, PASSWORD } from './operators.ts'
import type { Seller } from './sales-world.ts'

let world: MoveWorld

beforeAll(async () => {
  world = await MoveWorld.start()
})
afterAll(() => world.server.end())

const attempt = (by: ConsoleClient, from: number, to: number | null) =>
  by.try('agent_move_customers', { from, to })

describe('a move of all customers of an agent', () => {
  it("counts before, writes one audit row, and adds a line to each code's history", async () => {
    const { developer, app, from, to } = await world.team()
    const kamis = await world.codes(developer, app, from, 3)
    const device = await world.account(developer, app, from)
    const others = await world.codes(developer, app, to, 1)
    const counts = { codes: 3, devices: 1 }
    expect(await world.move(developer.client, from, to, true)).toEqual({ done: 4, skipped: [], ...counts })
    expect(await codesOf(from.client)).toEqual(kamis)

    expect(await world.move(developer.client, from, to)).toEqual({ done: 4, skipped: [], ...counts })
    expect(await codesOf(from.client)).toEqual([])
    expect(await devicesOf(from.client)).toEqual([])
    expect(await codesOf(to.client)).toEqual([...kamis, ...others].sort())
    expect(await devicesOf(to.client)).toEqual([device.id])

    const { rows } = await developer.client.call('audit_list', {
      filter: { action: 'agent_move_customers' },
    })
    expect(rows).toMatchObject([
      {
        person_name: developer.name,
        subject_id: String(from.id),
        subject_label: from.name,
        after: { to: to.id, to_name: to.name, ...counts },
      },
    ])
    const [first] = (await to.client.call('code_list', { filter: { kami: kamis[0]! } })).rows
    const { events } = await to.client.call('code_get', { id: first!.id })
    expect(events[0]).toMatchObject({ kind: 'attribute', by: developer.name, detail: String(to.id) })
    // The second move finds no customers and writes no row.
    expect(await world.move(developer.client, from, to)).toEqual({
      done: 0,
      skipped: [],
      codes: 0,
      devices: 0,
    })
    expect(
      await developer.client.call('audit_list', { filter: { action: 'agent_move_customers' } }),
    ).toMatchObject({ total: 1 })
  })

  it('sets no agent when the target is nobody', async () => {
    const { developer, app, from } = await world.team()
    const kamis = await world.codes(developer, app, from, 1)
    const { id } = await world.account(developer, app, from)
    await world.move(developer.client, from, null)
    expect(await codesOf(from.client)).toEqual([])
    expect(await developer.client.call('device_get', { id })).toMatchObject({ agent: null })
    expect((await developer.client.call('code_list', {})).rows).toMatchObject([
      { kami: kamis[0], agent: null },
    ])
  })

  it("covers the developer's applications for a developer, and all applications for the owner", async () => {
    const { developer, app, from, to } = await world.team()
    const other = await world.team()
    const [own] = await world.codes(developer, app, from, 1)
    // The owner lets the agent sell for another developer.
    const platform = { id: 1, name: 'owner', client: await world.server.owner() }
    const [foreign] = await world.codes(platform, other.app, from, 1)
    await world.move(developer.client, from, to)
    expect(await codesOf(from.client)).toEqual([foreign])
    expect(await codesOf(to.client)).toEqual([own])
    await world.move(await world.server.owner(), from, to)
    expect(await codesOf(from.client)).toEqual([])
    expect(await codesOf(to.client)).toEqual([own, foreign].sort())
    const noted = { filter: { action: 'agent_move_customers' } }
    expect((await other.developer.client.call('audit_list', noted)).rows).toMatchObject([
      { person_name: 'owner', after: { codes: 1, devices: 0 } },
    ])
    expect((await developer.client.call('audit_list', noted)).total).toBe(1)
  })

  it('leaves stock, returned codes and customers of the agents below with their agents', async () => {
    const {
      developer,
      app,
      agent: from,
      allocation,
    } = await world.sales.seller({ type: 'permanent', unit: undefined })
    const to = await world.sales.agent(developer)
    const { sales } = await world.sales.take(from, allocation, 4)
    const [stock, back, sold, used] = sales.map(({ id, kami }) => ({ id, kami }))
    await from.client.call('sale_refund', { ids: [back!.id] })
    await from.client.call('sale_update', { ids: [sold!.id], sold: true })
    await world.server.api('kmlogon', app, { kami: used!.kami, markcode: 'PC' })
    const below = await world.sales.agent(from)
    const [theirs] = await world.codes(developer, app, below, 1)
    expect(await world.move(developer.client, from, to)).toMatchObject({ codes: 2, devices: 0 })
    expect(await codesOf(to.client)).toEqual([sold!.kami, used!.kami].sort())
    expect(await codesOf(below.client)).toEqual([theirs])
    expect(await codesOf(from.client, { state: 'unused' })).toEqual([stock!.kami])
    // A sale stays in the seller's list of sales, and the seller can't return the code any more.
    expect((await from.client.call('sale_list', {})).total).toBe(4)
    expect(await from.client.call('sale_refund', { ids: [sold!.id, stock!.id] })).toEqual({
      done: 1,
      skipped: [{ id: sold!.id, reason: 'moved' }],
    })
  })
})

describe('a move of customers is refused', () => {
  it("for agents that don't work for the caller, for the same agent, and for a banned agent", async () => {
    const { developer, from, to } = await world.team()
    const other = await world.team()
    const by = developer.client
    expect(await attempt(by, other.from.id, to.id)).toMatchObject({ code: 404 })
    expect(await attempt(by, developer.id, to.id)).toMatchObject({ code: 404 })
    expect(await attempt(by, from.id, other.to.id)).toMatchObject({ code: 422, fields: { to: 'unknown' } })
    expect(await attempt(by, from.id, developer.id)).toMatchObject({ code: 422, fields: { to: 'unknown' } })
    expect(await attempt(by, from.id, from.id)).toMatchObject({ code: 422, fields: { to: 'same' } })
    await world.server.act('agent_ban', { id: to.id, reason: 'fraud' })
    expect(await attempt(by, from.id, to.id)).toMatchObject({ code: 422, fields: { to: 'banned' } })
    expect(await attempt(from.client, from.id, null)).toMatchObject({ code: 403 })
  })

  it('for staff without the permission, and without a recent password', async () => {
    const { developer, app, from, to } = await world.team()
    const clerk = await newStaff(world.server, developer.client, ['sales'])
    const seller = await newStaff(world.server, developer.client, ['sales', 'sales.manage'])
    await world.codes(developer, app, from, 1)
    expect(await attempt(clerk.client, from.id, to.id)).toMatchObject({ code: 403 })
    world.server.clock.pass(601)
    // The count needs no password.
    expect(await world.move(seller.client, from, to, true)).toMatchObject({ codes: 1 })
    expect(await attempt(seller.client, from.id, to.id)).toMatchObject({
      code: 403,
      fields: { step_up: 'required' },
    })
    expect(await codesOf(to.client)).toEqual([])
    await seller.client.call('step_up', { password: PASSWORD })
    expect(await attempt(seller.client, from.id, to.id)).toMatchObject({ code: 200, msg: { codes: 1 } })
    await (await world.server.owner()).call('step_up', { password: 'correct horse battery' })
  })
})

describe('data that moves with the customers', () => {
  it('requests, exports, counts and the home screen change to the new agent at once', async () => {
    const { developer, app, from, to } = await world.team()
    const [kami] = await world.codes(developer, app, from, 1)
    const device = await world.account(developer, app, from)
    await developer.client.call('device_update', { id: device.id, vip: world.server.clock.now() + 3600 })
    await visit(world.server, 'request_device_rebind', {
      old_key: device.account_key,
      new_key: `${world.next()}@New`,
      product: String(app),
      contact: `mover ${world.next()}`,
      reason: 'new broker',
    })
    const sight = async ({ client }: Seller) => ({
      code: (await client.try('code_get', { id: code.id })).code,
      device: (await client.try('device_get', { id: device.id })).code,
      request: (await client.try('auth_request_get', { id: request.id })).code,
      history: (await client.try('device_history', { id: device.id, from: 0, to: 1 })).code,
      totals: [
        (await client.call('code_list', { search: kami!.slice(0, 8) })).total,
        (await client.call('device_list', { search: '@Moves' })).total,
        (await client.call('auth_request_list', {})).total,
        (await client.call('auth_request_counts', {})).pending,
        (await client.call('device_expiring', {})).counts['1'],
        (await client.call('agent_home', {})).expiring.length,
        (await client.call('agent_home', {})).open_requests,
        (await client.call('palette_search', { text: kami!.slice(0, 8) })).rows.length,
        (await client.call('palette_search', { text: device.account_key })).rows.length,
      ],
      exported: [
        (await client.call('code_export', { format: 'csv' })).text.includes(kami!),
        (await client.call('device_export', { format: 'csv' })).text.includes(device.account_key),
      ],
    })
    const code = (await developer.client.call('code_list', {})).rows[0]!
    const request = (await developer.client.call('auth_request_list', {})).rows[0]!
    const everything = {
      code: 200,
      device: 200,
      request: 200,
      history: 200,
      totals: Array.from({ length: 9 }, () => 1),
      exported: [true, true],
    }
    const nothing = {
      code: 404,
      device: 404,
      request: 404,
      history: 404,
      totals: Array.from({ length: 9 }, () => 0),
      exported: [false, false],
    }
    const found = async (who: Seller, what: object) =>
      until(async () => JSON.stringify(await sight(who)) === JSON.stringify(what), 'the search index')
    await found(from, everything)
    await found(to, nothing)
    await world.move(developer.client, from, to)
    await found(to, everything)
    expect(await sight(from)).toEqual(nothing)
  })

  it('the live stream removes the accounts for the old agent and sends them to the new one', async () => {
    const { developer, app, from, to } = await world.team()
    const { id, account_key } = await world.account(developer, app, from)
    const streams = []
    for (const { client } of [from, to]) streams.push(await EventStream.open(client.url, client.cookie))
    const [old, fresh] = streams as [EventStream, EventStream]
    await world.server.api('mt5pulse', app, { account_key, equity: 5 })
    await old.next('devices', ({ rows }) => rows.some((row) => row.id === id))
    await visit(world.server, 'request_device_rebind', {
      old_key: account_key,
      new_key: `${world.next()}@New`,
      product: String(app),
      contact: `mover ${world.next()}`,
      reason: 'new broker',
    })
    const { id: request } = await old.next('request')
    await world.move(developer.client, from, to)
    await old.next('devices', ({ removed }) => removed?.includes(id) === true)
    expect(await fresh.next('devices', ({ rows }) => rows.some((row) => row.id === id))).toMatchObject({
      rows: [{ id, account_key, agent: to.id, telemetry: { equity: 5 } }],
    })
    expect(await fresh.next('request')).toMatchObject({ id: request, state: 'pending' })
    const before = old.of('devices').length
    await world.server.api('mt5pulse', app, { account_key, equity: 6 })
    await fresh.next('devices', ({ rows }) => rows.some((row) => row.telemetry?.equity === 6))
    expect(old.of('devices')).toHaveLength(before)
    expect(fresh.of('devices').some(({ removed }) => removed !== undefined)).toBe(false)
    for (const stream of streams) stream.close()
  })

  it('an account that returns before the stream reports its removal is not removed', async () => {
    const { developer, app, from, to } = await world.team()
    const { id, account_key } = await world.account(developer, app, from)
    const stream = await EventStream.open(from.client.url, from.client.cookie)
    await world.move(developer.client, from, to)
    await world.move(developer.client, to, from)
    await world.server.api('mt5pulse', app, { account_key, equity: 7 })
    await stream.next('devices', ({ rows }) => rows.some((row) => row.telemetry?.equity === 7))
    const sent = stream
      .of('devices')
      .flatMap(({ rows, removed = [] }) => [
        ...rows.map((row) => ({ row: row.id })),
        ...removed.map((one) => ({ removed: one })),
      ])
    expect(sent.at(-1)).toEqual({ row: id })
    stream.close()
  })
})
