import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConsoleClient } from '../support/console-client.ts'
import { until } from '../support/until.ts'
import { codesOf, devicesOf, MoveWorld } from './move-world.ts'

let world: MoveWorld

beforeAll(async () => {
  world = await MoveWorld.start()
})
afterAll(() => world.server.end())

async function findJob(client: ConsoleClient, id: string | undefined) {
  return (await client.call('job_list', {})).rows.find((job) => job.id === id)
}

async function makeMany(client: ConsoleClient, app: number, agent: number, count: number): Promise<void> {
  const { job } = await client.call('code_generate', { app, type: 'permanent', count, agent })
  if (job === undefined) return
  await until(async () => (await findJob(client, job))?.state === 'done', 'the codes to be made')
}

describe('a move of customers during calls', () => {
  it('answers all logins and pulses, and ends with every account at the new agent', async () => {
    const { developer, app, from, to } = await world.team()
    const kamis = await world.codes(developer, app, from, 40)
    const accounts = await Promise.all(Array.from({ length: 20 }, () => world.account(developer, app, from)))
    const logins = () =>
      kamis.map((kami, i) =>
        // Every second account is made by the login: its agent is the code's agent.
        world.server.api('kmlogon', app, {
          kami,
          markcode: i % 2 === 0 ? `PC-${kami}` : `9${i}@Login${app}`,
        }),
      )
    const pulses = () =>
      accounts.map(({ account_key }) => world.server.api('mt5pulse', app, { account_key, equity: 1 }))
    const calls = [...logins().slice(0, 20), ...pulses()]
    const moved = world.move(developer.client, from, to)
    calls.push(...logins().slice(20), ...pulses())
    for (const reply of await Promise.all(calls)) expect(reply.code).toBe(200)
    expect(await moved).toMatchObject({ codes: 40 })
    expect(await codesOf(from.client)).toEqual([])
    expect(await codesOf(to.client)).toEqual(kamis)
    const { rows } = await to.client.call('code_list', { size: 500 })
    expect(rows.filter(({ use_time, markcode }) => use_time !== null && markcode !== '')).toHaveLength(40)
    // Twenty accounts from before, twenty from logins: all of them move.
    expect(await devicesOf(from.client)).toEqual([])
    expect(await devicesOf(to.client)).toHaveLength(40)
    for (const reply of await Promise.all([...logins(), ...pulses()])) expect(reply.code).toBe(200)
    for (const { account_key } of accounts)
      expect(await world.server.api('mt5logon', app, { account_key })).toMatchObject({ code: 200 })
  })

  it('recomputes a decision about a code that was made before the move', async () => {
    const { developer, app, from, to } = await world.team()
    const [kami] = await world.codes(developer, app, from, 1)
    const { store } = world.server
    const find = () => store.read((unit) => unit.codes.find(app, kami!))
    const before = (await find())!
    await world.move(developer.client, from, to)
    const late = (revision: number) =>
      store.write((unit) => unit.codes.change(before.id, revision, { markcode: 'PC' }), { durable: true })
    expect(await late(before.revision)).toBe(false)
    const now = (await find())!
    expect(now).toMatchObject({ agentId: to.id, markcode: '' })
    expect(await late(now.revision)).toBe(true)
    expect(await find()).toMatchObject({ agentId: to.id, markcode: 'PC' })
  })

  it('runs as a job over five hundred, with one audit row', async () => {
    const { developer, app, from, to } = await world.team()
    const jobOf = (id: string | undefined) => findJob(developer.client, id)
    await makeMany(developer.client, app, from.id, 1100)
    const device = await world.account(developer, app, from)
    const answer = await world.move(developer.client, from, to)
    expect(answer).toEqual({ job: expect.any(String) as string, codes: 1100, devices: 1 })
    await until(async () => (await jobOf(answer.job))?.state === 'done', 'the job')
    expect(await jobOf(answer.job)).toMatchObject({ kind: 'agent_move_customers', done: 1101, total: 1101 })
    expect(await from.client.call('code_list', { exact: true })).toMatchObject({ total: 0 })
    expect(await to.client.call('code_list', { exact: true })).toMatchObject({ total: 1100 })
    expect(await devicesOf(to.client)).toEqual([device.id])
    const { rows } = await developer.client.call('audit_list', {
      filter: { action: 'agent_move_customers' },
    })
    expect(rows).toMatchObject([{ after: { codes: 1100, devices: 1 } }])
    expect((await to.client.call('job_list', {})).rows).toEqual([])
  })

  it('keeps what a cancelled job moved, logs it, and moves the rest with the next call', async () => {
    const { developer, app, from, to } = await world.team()
    await makeMany(developer.client, app, from.id, 6000)
    const { job } = await world.move(developer.client, from, to)
    await developer.client.call('job_cancel', { id: job! })
    await until(async () => (await findJob(developer.client, job))?.state === 'cancelled', 'the end')
    const left = (await from.client.call('code_list', { exact: true })).total
    const moved = (await to.client.call('code_list', { exact: true })).total
    expect(left).toBeGreaterThan(0)
    expect(left + moved).toBe(6000)
    const { rows } = await developer.client.call('audit_list', {
      filter: { action: 'agent_move_customers' },
    })
    expect(rows.map(({ after }) => after)).toMatchObject([
      { done: moved, of: 6000, cancelled: true },
      { codes: 6000, devices: 0 },
    ])
    const again = await world.move(developer.client, from, to)
    expect(again.codes).toBe(left)
    await until(async () => (await from.client.call('code_list', {})).total === 0, 'the rest')
  })
})

describe('customers of a banned agent', () => {
  it('are refused until they are moved, while customers of the agents below continue', async () => {
    const { developer, app, from, to } = await world.team()
    const below = await world.sales.agent(from)
    const [kami] = await world.codes(developer, app, from, 1)
    const [theirs] = await world.codes(developer, app, below, 1)
    const device = await world.account(developer, app, from)
    const logOn = (text: string) => world.server.api('kmlogon', app, { kami: text, markcode: 'PC' })
    await world.server.act('agent_ban', { id: from.id, reason: 'fraud' })
    expect(await logOn(kami!)).toMatchObject({ code: 151 })
    expect(await logOn(theirs!)).toMatchObject({ code: 200 })
    expect(await codesOf(below.client)).toEqual([theirs])
    await world.move(developer.client, from, to)
    expect(await logOn(kami!)).toMatchObject({ code: 200 })
    expect(await devicesOf(to.client)).toEqual([device.id])
    expect(await codesOf(below.client)).toEqual([theirs])
  })
})
