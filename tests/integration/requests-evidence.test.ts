import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ConsoleClient } from '../support/console-client.ts'
import { PNG } from '../support/pictures.ts'
import { newAddress, visit } from '../support/self-service-client.ts'
import type { RequestWorld } from './request-world.ts'
import { ReviewWorld } from './review-world.ts'

/** The reviewers' view: the queue, and the evidence beside each request. */
let place: ReviewWorld
let world: RequestWorld
let developer: ConsoleClient
let otherDeveloper: ConsoleClient
let agent: ConsoleClient
let agentId: number
let otherAgentId: number
let app: number

beforeAll(async () => {
  place = await ReviewWorld.start()
  ;({ world, developer, otherDeveloper, agent, agentId, otherAgentId } = place)
})
afterAll(() => place.world.server.end())
beforeEach(async () => {
  app = await place.application()
})

const handle = (by: ConsoleClient, id: number, more?: object) => place.handle(by, id, more)
const ofAgent = () => place.ofAgent(app)

describe('the list of requests', () => {
  it('filters by state, kind, application and agent, and searches number, subject and contact', async () => {
    const unbind = await ofAgent()
    const rebind = await world.rebind(app)
    await handle(developer, rebind.id)
    const found = async (input: object) => {
      const { rows } = await developer.call('auth_request_list', input)
      return rows.filter((row) => row.app === app).map(({ id }) => id)
    }
    expect(await found({})).toEqual([rebind.id, unbind.id])
    expect(await found({ filter: { app, state: 'pending' } })).toEqual([unbind.id])
    expect(await found({ filter: { app, kind: 'rebind' } })).toEqual([rebind.id])
    expect(await found({ filter: { app, agent: agentId } })).toEqual([unbind.id])
    expect(await found({ filter: { app, state: 'expired' } })).toEqual([])
    for (const search of [
      unbind.number,
      unbind.number.toLowerCase(),
      unbind.number.slice(0, 8),
      unbind.kami,
      unbind.contact,
    ])
      expect(await found({ filter: { app }, search }), search).toEqual([unbind.id])
    expect(await found({ search: rebind.newKey })).toEqual([rebind.id])
    expect(await found({ search: '%' })).toEqual([])
    expect(await found({ search: '--' })).toEqual([])
  })

  it('is paged in the database, in its order', async () => {
    const ids: number[] = []
    for (let i = 0; i < 5; i++) ids.push((await world.unbind(app, { code: { type: 'permanent' } })).id)
    const seen: number[] = []
    let after: string | undefined
    do {
      const input = {
        filter: { app },
        size: 2,
        sort: 'created_at',
        desc: false,
        ...(after && { after }),
      } as const
      const page = await developer.call('auth_request_list', input)
      expect(page.total).toBe(5)
      seen.push(...page.rows.map(({ id }) => id))
      after = page.next ?? undefined
    } while (after !== undefined)
    expect(seen).toEqual(ids)
  })
})

describe('the evidence', () => {
  it('of an unbind shows code, addresses, pictures, other requests, policy, and risk with its reasons', async () => {
    const { id: code, kami } = await world.boundCode(app, {
      type: 'time',
      unit: 'day',
      amount: 30,
      agent: agentId,
    })
    const from = newAddress()
    const first = await world.unbindOf(app, kami, { contact: 'wx-1', from })
    await world.withdraw(first.number)
    const { id, number } = await world.unbindOf(app, kami, { contact: 'wx-1', from })
    await visit(
      world.server,
      'image_workorder',
      {},
      { body: new Uint8Array(PNG), query: `&request=${number}` },
    )
    const record = await agent.call('auth_request_get', { id })
    expect(record).toMatchObject({
      number,
      kind: 'unbind',
      app,
      app_name: 'Reviewed',
      agent: agentId,
      agent_name: 'agent',
      subject: kami,
      contact: 'wx-1',
      ip: from,
      policy: { outcome: 'unbound', cost_seconds: 3600, unbinds: 0 },
      code: { id: code, kami, type: 'time', state: 'in_use', markcode: 'PC-1', ip: '127.0.0.1' },
      addresses: [{ ip: '127.0.0.1', at: world.server.clock.now(), times: 1 }],
      earlier: [{ id: first.id, state: 'withdrawn', subject: kami }],
      old_account: null,
      new_account: null,
    })
    const points = new Map(record.risk.reasons.map(({ reason, points: given }) => [reason, given]))
    expect([...points.keys()].sort()).toEqual(['address_unknown', 'asked_before', 'new_subject', 'picture'])
    expect(record.risk.score).toBe([...points.values()].reduce((a, b) => a + b))
    const picture = await fetch(`${world.server.running.publicUrl}${record.images[0]!}`)
    expect(picture.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await picture.arrayBuffer())).toEqual(PNG)
  })

  it("of a rebind shows both accounts side by side, the old one's last pulse, and the licence's code", async () => {
    const asked = await world.rebind(app, { label: 'Old', agent: agentId })
    await world.server.api('mt5pulse', app, { account_key: asked.oldKey, equity: 900, positions: 2 })
    const record = await agent.call('auth_request_get', { id: asked.id })
    expect(record).toMatchObject({
      old_account: {
        id: asked.device,
        account_key: asked.oldKey,
        label: 'Old',
        state: 'active',
        telemetry: { equity: 900, positions: 2, at: world.server.clock.now() },
      },
      new_account: { id: null, account_key: asked.newKey, state: null, vip: null, telemetry: null },
      code: null,
      policy: null,
    })
    expect(record.risk.reasons.map(({ reason }) => reason)).toEqual(
      expect.arrayContaining(['old_live', 'old_open_positions', 'same_login']),
    )
  })

  it('tells an agent only that a foreign account exists', async () => {
    const { key } = await world.account(app, {
      label: 'Secret label',
      agent: otherAgentId,
      license: 'SECRET',
    })
    const { id } = await world.rebind(app, { agent: agentId }, key)
    const seen = await agent.call('auth_request_get', { id })
    expect(seen.new_account).toEqual({
      id: null,
      account_key: key,
      label: '',
      state: 'active',
      vip: null,
      license: '',
      telemetry: null,
      created_at: null,
    })
    expect(seen.risk.reasons.map(({ reason }) => reason)).toContain('new_taken')
    expect(await handle(agent, id)).toMatchObject({ code: 409, fields: { new_key: 'taken' } })
  })

  it("shows nobody the requests of another developer's customers", async () => {
    const { app: otherApp } = await otherDeveloper.call('app_create', { name: 'Foreign' })
    await otherDeveloper.call('app_update', { app: otherApp, sign: false, window: 0 })
    const from = newAddress()
    await world.unbind(otherApp, { from, contact: 'same-contact' })
    const { id } = await world.unbind(app, { from, contact: 'same-contact' })
    expect((await developer.call('auth_request_get', { id })).earlier).toEqual([])
    expect((await world.record(id)).earlier).toHaveLength(1)
  })
})
