import { afterAll, beforeAll, expect, it } from 'vitest'
import { KilledServer } from '../support/killed-server.ts'
import { until } from '../support/until.ts'
import { Receiver } from './webhook-world.ts'

/** Orders answered before the kill. */
const ANSWERED = 25
let server: KilledServer
let receiver: Receiver

beforeAll(async () => {
  receiver = await Receiver.start()
  server = await KilledServer.begin('webhook-kill')
})
afterAll(async () => {
  await server.end()
  await receiver.stop()
})

it('after a kill between cause and delivery, every code has its one event, and no event lacks its code', async () => {
  await server.client.call('settings_set', { outside: { listed: [receiver.url] } })
  const { app } = await server.client.call('app_create', { name: 'Kill' })
  const wanted = { name: 'x', url: `${receiver.url}/hook`, events: ['code_created' as const] }
  const { row } = await server.client.call('webhook_save', wanted)
  const acknowledged: string[] = []
  const { answer: take } = receiver
  // Some events are taken and their answers are lost, others never get an answer.
  receiver.answer = (event, response) => {
    if (receiver.received.length % 3 === 0) take(event, response)
    else if (receiver.received.length % 3 === 1) response.destroy()
  }
  const { client } = server
  const order = async () => {
    const { kamis } = await client.call('code_generate', { app, type: 'permanent', count: 1 })
    acknowledged.push(...kamis)
    if (acknowledged.length < ANSWERED) await order()
  }
  const orders = Promise.allSettled([order(), order(), order(), order()])
  await until(() => acknowledged.length >= ANSWERED, 'answered orders')
  await server.kill()
  await orders
  receiver.answer = take
  await server.start()

  const read = async () => (await server.client.call('webhook_list', {})).rows[0]!
  await until(async () => {
    // Events that failed before the kill have a pause. A person need not wait for it.
    const { rows } = await server.client.call('webhook_log', { webhook: row.id, state: 'waiting' })
    for (const { id } of rows) await server.client.call('webhook_resend', { event: id })
    return (await read()).waiting === 0
  }, 'all events')

  const events = new Map(receiver.at('/hook').map(({ id, body }) => [id, body.data['codes'] as string[]]))
  const told = [...events.values()].flat()
  expect(told.toSorted()).toEqual([...new Set(told)].sort())
  expect(acknowledged.filter((kami) => !told.includes(kami))).toEqual([])
  const { rows } = await server.client.call('code_list', { filter: { app }, size: 200 })
  expect(told.toSorted()).toEqual(rows.map(({ kami }) => kami).sort())
})
