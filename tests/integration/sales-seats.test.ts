import { afterAll, beforeAll, expect, it } from 'vitest'
import { SalesWorld } from './sales-world.ts'

let world: SalesWorld

beforeAll(async () => {
  world = await SalesWorld.start()
})
afterAll(() => world.server.end())

const refused = (field: string) => ({ code: 409, fields: { [field]: expect.any(String) as string } })

it('a purchase of codes with several seats counts and costs like as many codes, and a refund returns them', async () => {
  const { developer, app, agent, allocation } = await world.seller({ quota: 10, price: 700, money: 9000 })
  const order = { allocation, count: 2, seats: 3, key: world.key() }
  const take = (more: object = {}) => agent.client.try('sale_take', { ...order, ...more })
  expect(await take()).toMatchObject({ code: 422, fields: { seats: 'one_account' } })
  await developer.client.call('app_update', { app, several_accounts: true })
  expect(await agent.client.call('allocation_list', {})).toMatchObject({
    rows: [{ several_accounts: true }],
  })
  for (const answer of [await take(), await take()])
    expect(answer).toMatchObject({
      code: 200,
      msg: { balance: 9000 - 6 * 700, sales: [1, 2].map(() => ({ seats: 3, price: 2100 })) },
    })
  expect(await take({ seats: 2 })).toMatchObject(refused('key'))
  expect(await take({ count: 1, seats: 5, key: world.key() })).toMatchObject(refused('quota'))
  expect(await world.allocation(agent, allocation)).toMatchObject({ used: 6 })
  expect(
    (await developer.client.call('code_list', { filter: { app } })).rows.map(({ seats }) => seats),
  ).toEqual([3, 3])
  const { rows: sales } = await agent.client.call('sale_list', { sort: 'id', desc: false })
  const { kami } = sales[0]!
  const logins = [1, 2, 3, 4].map((login) =>
    world.server.api('kmlogon', app, { kami, markcode: `${login}00@Seats` }),
  )
  expect((await Promise.all(logins)).map(({ code }) => code).sort()).toEqual([150, 200, 200, 200])
  const ids = sales.map(({ id }) => id)
  expect(await developer.client.call('sale_refund', { ids })).toMatchObject({
    done: 1,
    skipped: [{ id: ids[0], reason: 'used' }],
  })
  expect(await world.balance(agent)).toBe(9000 - 3 * 700)
  expect(await world.allocation(agent, allocation)).toMatchObject({ used: 3 })
})
