import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { addOperator, signIn } from './operators.ts'

const FOREVER = 4_102_243_200
const HOUR = 3600
let server: TestServer
let app: number
let ids: number[]
beforeAll(async () => {
  server = await TestServer.start()
  app = await server.application()
  ids = []
  for (const account of ['1@A', '2@A', '3@A']) {
    const { id } = await server.act('device_create', { app, account_key: account, vip: FOREVER })
    ids.push(id)
  }
})
afterAll(async () => {
  await server.end()
})

it('trends hold the last equity of each part of the span, and null where no pulse came', async () => {
  const begin = Math.ceil(server.clock.now() / HOUR) * HOUR
  server.clock.pass(begin - server.clock.now())
  const pulse = (account: string, equity: number) =>
    server.api('mt5pulse', app, { account_key: account, equity, balance: 100, dd: 0, positions: 0 })
  await pulse('1@A', 100)
  server.clock.pass(600)
  await pulse('1@A', 110)
  await pulse('2@A', 7)
  server.clock.pass(2 * HOUR)
  await pulse('1@A', 90)
  const wanted = { ids, from: begin, to: begin + 4 * HOUR, points: 4 }
  const read = async () => {
    const { rows } = await server.act('device_trends', wanted)
    return Object.fromEntries(rows.map(({ id, equity }) => [ids.indexOf(id), equity]))
  }
  await until(async () => (await read())[0]?.[2] === 90, 'the last pulse on disk')
  expect(await read()).toMatchObject({ 0: [110, null, 90, null], 1: [7, null, null, null] })
})

it('trends leave out the accounts of others, and refuse an empty span and the 61st account', async () => {
  await addOperator(server, 'a stranger', 'developer')
  const stranger = await signIn(server, 'a stranger')
  const wanted = { ids, from: 0, to: server.clock.now(), points: 10 }
  expect(await stranger.call('device_trends', wanted)).toEqual({ rows: [] })
  const owner = await server.owner()
  expect(await owner.try('device_trends', { ...wanted, from: wanted.to + 1 })).toMatchObject({ code: 422 })
  const many = Array.from({ length: 61 }, (_, n) => n + 1)
  expect(await owner.try('device_trends', { ...wanted, ids: many })).toMatchObject({ code: 422 })
})
