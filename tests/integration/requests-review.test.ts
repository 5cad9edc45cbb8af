import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ConsoleClient } from '../support/console-client.ts'
import { EventStream } from './event-stream.ts'
import { newStaff } from './operators.ts'
import type { RequestWorld } from './request-world.ts'
import { ReviewWorld } from './review-world.ts'

/** Who decides requests, and simultaneous decisions (specification, Roles; After-sales request). */
let place: ReviewWorld
let world: RequestWorld
let developer: ConsoleClient
let otherDeveloper: ConsoleClient
let agent: ConsoleClient
let otherAgent: ConsoleClient
let agentId: number
let otherAgentId: number
let app: number

beforeAll(async () => {
  place = await ReviewWorld.start()
  ;({ world, developer, otherDeveloper, agent, otherAgent, agentId, otherAgentId } = place)
})
afterAll(() => place.world.server.end())
beforeEach(async () => {
  app = await place.application()
})

const handle = (by: ConsoleClient, id: number, more?: object) => place.handle(by, id, more)
const ofAgent = () => place.ofAgent(app)

describe('who decides a request', () => {
  it('the owner, the owning developer and the responsible agent decide; nobody else sees it', async () => {
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
    'for a %s the agent responsible now decides, not the earlier one',
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

  it("staff with the permission decide, staff with read permission can't, and other staff see no requests", async () => {
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

  it('the owner, the developer and their staff may override the policy, never an agent', async () => {
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

describe('simultaneous decisions', () => {
  it.each(['unbind', 'rebind'] as const)(
    'one handles a %s, and the other gets the name of the handler',
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

  it('one of an approval and a rejection wins', async () => {
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

  it("one of an approval and the customer's withdrawal wins", async () => {
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

  it("each person sees the other's decision at once, and people without access get no event", async () => {
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
    // These two get a later event: an event of the decision would be before it.
    const { id: own } = await world.unbind(foreign)
    expect(await streams.stranger.next('request')).toEqual({ id: own, state: 'pending', by: '' })
    await world.account(app)
    await streams.staff.next('devices')
    expect(streams.staff.of('request')).toEqual([])
    for (const stream of Object.values(streams)) stream.close()
  })
})
