import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refused, SalesWorld } from './sales-world.ts'

let world: SalesWorld

beforeAll(async () => {
  world = await SalesWorld.start()
})
afterAll(() => world.server.end())

const MONTH = { type: 'time', unit: 'day', amount: 30 } as const

describe('an allocation of an agent to the agents below', () => {
  it('goes to agents right below, counts as taken, and comes back', async () => {
    const { developer, agent, allocation } = await world.seller({ quota: 10, price: 700 })
    const below = await world.below(agent, allocation, developer, { quota: 6, price: 800 })
    expect(await world.allocation(agent, allocation)).toMatchObject({ quota: 10, used: 6 })
    expect(await world.allocation(agent, below.allocation)).toMatchObject({
      agent: below.agent.id,
      parent: allocation,
      type: 'time',
      seconds: 30 * 86_400,
      quota: 6,
      used: 0,
      price: 800,
    })
    const set = (quota: number) => agent.client.try('allocation_update', { id: below.allocation, quota })
    expect(await set(11)).toMatchObject(refused('quota'))
    expect(await set(10)).toMatchObject({ code: 200 })
    expect(await world.allocation(agent, allocation)).toMatchObject({ used: 10 })
    expect(await agent.client.try('sale_take', { allocation, count: 1, key: world.key() })).toMatchObject({
      code: 409,
    })
    await world.take(below.agent, below.allocation, 2)
    expect(await set(1)).toMatchObject(refused('quota'))
    // A refusal leaves no trace in the allocation above.
    expect(await world.allocation(agent, allocation)).toMatchObject({ used: 10 })
    expect(await set(2)).toMatchObject({ code: 200 })
    expect(await world.allocation(agent, allocation)).toMatchObject({ used: 2 })
  })

  it("never exceeds the agent's own quota and goes to nobody else", async () => {
    const { developer, app, agent, allocation } = await world.seller({ quota: 10 })
    const [below, sister] = [await world.agent(agent), await world.agent(developer)]
    const under = await world.agent(below)
    const give = (by: typeof agent, order: object) =>
      by.client.try('allocation_create', { agent: below.id, quota: 1, price: 1, ...order })
    expect(await give(agent, { parent: allocation, quota: 11 })).toMatchObject(refused('quota'))
    for (const to of [sister, under, agent, developer])
      expect(await give(agent, { parent: allocation, agent: to.id })).toMatchObject({ code: 404 })
    // Nobody gives from the allocation of somebody else.
    expect(await give(below, { parent: allocation, agent: under.id })).toMatchObject({ code: 404 })
    expect(await give(sister, { parent: allocation })).toMatchObject({ code: 404 })
    expect(await give(agent, { app, ...MONTH })).toMatchObject({ code: 422, fields: { parent: 'required' } })
    expect(await world.allocation(agent, allocation)).toMatchObject({ used: 0 })
  })

  it('shows each agent its own and those it gave, and hides the terms above', async () => {
    const { developer, agent, allocation } = await world.seller({ quota: 10, price: 700 })
    const second = await world.below(agent, allocation, developer, { quota: 6, price: 800 })
    const third = await world.below(second.agent, second.allocation, developer, { quota: 3, price: 900 })
    const seenBy = async ({ client }: typeof agent) =>
      (await client.call('allocation_list', { sort: 'id', desc: false })).rows.map(({ id }) => id)
    expect(await seenBy(developer)).toEqual([allocation, second.allocation, third.allocation])
    expect(await seenBy(agent)).toEqual([allocation, second.allocation])
    expect(await seenBy(second.agent)).toEqual([second.allocation, third.allocation])
    expect(await seenBy(third.agent)).toEqual([third.allocation])
    for (const [{ client }, id] of [
      [third.agent, second.allocation],
      [second.agent, allocation],
      [agent, third.allocation],
    ] as const) {
      expect(await client.try('allocation_history', { id })).toMatchObject({ code: 404 })
      expect(await client.try('allocation_update', { id, note: 'x' })).toMatchObject({ code: 404 })
    }
  })

  it("can be closed by the developer, while its terms stay the agent's", async () => {
    const { developer, agent, allocation } = await world.seller({ quota: 10 })
    const below = await world.below(agent, allocation, developer, { quota: 5 })
    const update = (change: object) =>
      developer.client.try('allocation_update', { id: below.allocation, ...change })
    expect(await update({ price: 1 })).toMatchObject({ code: 403 })
    expect(await update({ quota: 7 })).toMatchObject({ code: 403 })
    expect(await update({ closed: true })).toMatchObject({ code: 200 })
    const take = () =>
      below.agent.client.try('sale_take', { allocation: below.allocation, count: 1, key: world.key() })
    expect(await take()).toMatchObject({ code: 409 })
    await update({ closed: false })
    expect(await take()).toMatchObject({ code: 200 })
    // A closed allocation also closes those that were given from it.
    await developer.client.call('allocation_update', { id: allocation, closed: true })
    expect(await take()).toMatchObject(refused('quota'))
  })
})
