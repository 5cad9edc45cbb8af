import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ConsoleClient, ConsoleReply } from '../support/console-client.ts'
import { PNG } from '../support/pictures.ts'
import { newAddress, visit } from '../support/self-service-client.ts'
import { EventStream } from './event-stream.ts'
import { addOperator, newStaff, signIn } from './operators.ts'
import { RequestWorld } from './request-world.ts'

/** Who decides requests, what he sees, and two at once (specification, Roles; After-sales request). */
let world: RequestWorld
let developer: ConsoleClient
let otherDeveloper: ConsoleClient
let agent: ConsoleClient
let otherAgent: ConsoleClient
let agentId: number
let otherAgentId: number
let app: number

beforeAll(async () => {
  world = await RequestWorld.start()
  for (const name of ['developer', 'other developer']) await addOperator(world.server, name, 'developer')
  agentId = await addOperator(world.server, 'agent', 'agent')
  otherAgentId = await addOperator(world.server, 'other agent', 'agent')
  developer = await signIn(world.server, 'developer')
  otherDeveloper = await signIn(world.server, 'other developer')
  agent = await signIn(world.server, 'agent')
  otherAgent = await signIn(world.server, 'other agent')
})
afterAll(() => world.server.end())
beforeEach(async () => {
  app = (await developer.call('app_create', { name: 'Reviewed' })).app
  await developer.call('app_update', { app, sign: false, window: 0, mt5: { enabled: true } })
})

const handle = (by: ConsoleClient, id: number, more: object = {}): Promise<ConsoleReply> =>
  by.try('auth_request_handle', { id, decision: 'approve', ...more })
/** A code of the agent's customer, and its request. */
const ofAgent = () => world.unbind(app, { code: { type: 'permanent', agent: agentId } })

describe('who decides', () => {
  it('the owner, the owning developer, the agent responsible; nobody else sees it', async () => {
    for (const by of [world.owner, developer, agent]) {
      const { id } = await ofAgent()
      for (const stranger of [otherDeveloper, otherAgent]) {
        expect(await handle(stranger, id)).toMatchObject({ code: 404 })
        expect(await stranger.try('auth_request_get', { id })).toMatchObject({ code: 404 })
        expect(await stranger.call('auth_request_list', {})).toMatchObject({ total: 0, rows: [] })
        expect(await stranger.call('auth_request_counts', {})).toMatchObject({ pending: 0 })
      }
      expect(await handle(by, id)).toMatchObject({ code: 200, msg: { state: 'approved' } })
    }
  })

  it.each(['unbind', 'rebind'] as const)(
    'of a %s the agent who is responsible now, not then',
    async (kind) => {
      const asked = kind === 'unbind' ? await ofAgent() : await world.rebind(app, { agent: agentId })
      await ('code' in asked
        ? world.owner.call('code_update', { ids: [asked.code], agent: otherAgentId })
        : world.owner.call('device_update', { id: asked.device, agent: otherAgentId }))
      expect(await handle(agent, asked.id)).toMatchObject({ code: 404 })
      expect(await otherAgent.call('auth_request_get', { id: asked.id })).toMatchObject({
        agent: otherAgentId,
        agent_name: 'other agent',
      })
      expect(await handle(otherAgent, asked.id)).toMatchObject({
        code: 200,
        msg: { decided_by_name: 'other agent' },
      })
    },
  )

  it('staff who may decide; those who may only look can’t, others don’t see any', async () => {
    const deciding = await newStaff(world.server, developer, ['requests', 'requests.decide'])
    const looking = await newStaff(world.server, developer, ['requests'])
    const others = await newStaff(world.server, developer, ['codes', 'codes.edit'])
    const { id } = await ofAgent()
    expect(await others.client.try('auth_request_get', { id })).toMatchObject({ code: 403 })
    expect(await others.client.try('auth_request_list', {})).toMatchObject({ code: 403 })
    expect(await looking.client.try('auth_request_get', { id })).toMatchObject({ code: 200 })
    for (const [name, input] of [
      ['auth_request_handle', { id, decision: 'approve' }],
      ['auth_request_bulk', { ids: [id] }],
      ['auth_request_reverse', { id }],
      ['reply_template_save', { title: 't', text: 't' }],
    ] as const)
      expect(await looking.client.try(name, input)).toMatchObject({ code: 403 })
    expect(await handle(deciding.client, id)).toMatchObject({
      code: 200,
      msg: { decided_by: deciding.id, decided_by_name: deciding.name },
    })
    expect((await world.trail(id)).at(-1)).toMatchObject({ person_name: deciding.name, role: 'staff' })
  })

  it('sets the policy aside: owner, developer and their staff, never an agent', async () => {
    await developer.call('app_update', { app, unbind: { max: 1, interval: 0 } })
    const staff = await newStaff(world.server, developer, ['requests', 'requests.decide'])
    const { id, kami } = await ofAgent()
    await handle(developer, id)
    for (const by of [world.owner, developer, staff.client]) {
      await world.server.api('kmlogon', app, { kami, markcode: 'PC-2' })
      const { id: next } = await world.unbindOf(app, kami)
      expect(await handle(agent, next)).toMatchObject({ code: 409, fields: { policy: 'tooMany' } })
      expect(await handle(agent, next, { waive: true })).toMatchObject({
        code: 403,
        fields: { waive: expect.any(String) as string },
      })
      expect(await handle(by, next, { waive: true })).toMatchObject({ code: 200, msg: { waived: true } })
    }
  })
})

describe('two at once', () => {
  it.each(['unbind', 'rebind'] as const)(
    'of a %s one is handled, the other told who did it',
    async (kind) => {
      for (let round = 0; round < 3; round++) {
        const { id } = kind === 'unbind' ? await ofAgent() : await world.rebind(app, { agent: agentId })
        const replies = await Promise.all([handle(world.owner, id), handle(developer, id), handle(agent, id)])
        const done = replies.filter(({ code }) => code === 200)
        const late = replies.filter(({ code }) => code === 409)
        expect([done.length, late.length]).toEqual([1, 2])
        const by = (done[0]!.msg as { decided_by_name: string }).decided_by_name
        for (const reply of late)
          expect(reply).toMatchObject({
            msg: expect.stringContaining(by) as string,
            fields: { state: 'approved' },
          })
      }
    },
  )

  it('an approval and a rejection: one of them', async () => {
    const { id, code } = await ofAgent()
    const replies = await Promise.all([
      handle(world.owner, id),
      handle(developer, id, { decision: 'reject' }),
    ])
    expect(replies.map(({ code: answered }) => answered).sort()).toEqual([200, 409])
    const { state } = await world.record(id)
    const { markcode } = await world.owner.call('code_get', { id: code })
    expect([state, markcode]).toEqual(state === 'approved' ? ['approved', ''] : ['rejected', 'PC-1'])
  })

  it('an approval and the customer’s withdrawal: one of them', async () => {
    for (let round = 0; round < 3; round++) {
      const { id, code, number } = await ofAgent()
      const [approved, withdrawn] = await Promise.all([handle(developer, id), world.withdraw(number)])
      const { state } = await world.record(id)
      const { markcode } = await world.owner.call('code_get', { id: code })
      if (state === 'approved') {
        expect([approved.code, withdrawn.code, markcode]).toEqual([200, 201, ''])
      } else {
        expect([state, approved.code, withdrawn.code, markcode]).toEqual(['withdrawn', 409, 200, 'PC-1'])
      }
    }
  })

  it('each sees the other’s decision at once; who may not see it hears nothing', async () => {
    const { app: foreign } = await otherDeveloper.call('app_create', { name: 'Foreign' })
    await otherDeveloper.call('app_update', { app: foreign, sign: false, window: 0 })
    const staff = await newStaff(world.server, developer, ['devices'])
    const watch = ({ url, cookie }: ConsoleClient) => EventStream.open(url, cookie)
    const streams = {
      developer: await watch(developer),
      agent: await watch(agent),
      stranger: await watch(otherDeveloper),
      staff: await watch(staff.client),
    }
    const { id } = await ofAgent()
    for (const who of ['developer', 'agent'] as const)
      expect(await streams[who].next('request')).toEqual({ id, state: 'pending', by: '' })
    await handle(agent, id)
    expect(await streams.developer.next('request', ({ state }) => state === 'approved')).toEqual({
      id,
      state: 'approved',
      by: 'agent',
    })
    // What these two do hear of comes after it: had they been told, it would be there.
    const { id: own } = await world.unbind(foreign)
    expect(await streams.stranger.next('request')).toEqual({ id: own, state: 'pending', by: '' })
    await world.account(app)
    await streams.staff.next('devices')
    expect(streams.staff.of('request')).toEqual([])
    for (const stream of Object.values(streams)) stream.close()
  })
})

describe('the list', () => {
  it('is filtered by state, kind, application and agent, and searched by number, subject and contact', async () => {
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
  it('of an unbind: code, addresses, pictures, other requests, policy, risk with its reasons', async () => {
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

  it('of a rebind: both accounts side by side, the old one’s last pulse, the licence’s code', async () => {
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

  it('tells an agent of somebody else’s account only that it is there', async () => {
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

  it('shows nobody the requests of another developer’s customers', async () => {
    const { app: otherApp } = await otherDeveloper.call('app_create', { name: 'Foreign' })
    await otherDeveloper.call('app_update', { app: otherApp, sign: false, window: 0 })
    const from = newAddress()
    await world.unbind(otherApp, { from, contact: 'same-contact' })
    const { id } = await world.unbind(app, { from, contact: 'same-contact' })
    expect((await developer.call('auth_request_get', { id })).earlier).toEqual([])
    expect((await world.record(id)).earlier).toHaveLength(1)
  })
})

describe('many approved at once', () => {
  it('those of low risk, each decided anew; the others are left, with the reason', async () => {
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

  it('by filter: the open ones it shows, of one’s own', async () => {
    await world.owner.call('settings_set', { after_sales: { low_risk: 100 } })
    const mine = await ofAgent()
    const others = await world.unbind(app)
    expect(await agent.call('auth_request_bulk', { filter: { app } })).toEqual({ done: 1, skipped: [] })
    expect(await world.record(mine.id)).toMatchObject({ state: 'approved', decided_by_name: 'agent' })
    expect(await world.record(others.id)).toMatchObject({ state: 'pending' })
    await world.owner.call('settings_set', { after_sales: { low_risk: 25 } })
  })

  it('at most 500', async () => {
    const ids = Array.from({ length: 501 }, (_, i) => i + 1)
    expect(await developer.try('auth_request_bulk', { ids })).toMatchObject({
      code: 422,
      fields: { ids: expect.any(String) as string },
    })
  })
})

describe('texts for answers', () => {
  it('are an employer’s and his staff’s', async () => {
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

  it('fifty of them', async () => {
    for (let i = 0; i < 50; i++) await otherAgent.call('reply_template_save', { title: `${i}`, text: 'x' })
    expect(await otherAgent.try('reply_template_save', { title: 'x', text: 'x' })).toMatchObject({
      code: 409,
    })
  })
})
