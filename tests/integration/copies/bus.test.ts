import { afterAll, beforeAll, expect, it } from 'vitest'
import { ConsoleClient, post } from '../../support/console-client.ts'
import { callApi, type Params } from '../../support/runtime-client.ts'
import { OWNER_PASSWORD, TestServer } from '../../support/test-server.ts'
import { until } from '../../support/until.ts'
import { EventStream } from '../event-stream.ts'
import { RawConnection } from '../raw-connection.ts'
import { withoutLooks } from '../without-looks.ts'
import { signInAtBoth } from './two-owners.ts'

const FOREVER = 4_102_243_200
let server: TestServer
/** The owner at each copy of the server. */
let owners: readonly [ConsoleClient, ConsoleClient]
let app: number
let made = 0

beforeAll(async () => {
  server = await TestServer.startTwo()
  owners = await signInAtBoth(server)
  app = await server.application()
})
afterAll(() => server.end())

const callAt = (copy: 0 | 1, api: string, params: Params) =>
  callApi(copy === 0 ? server.running.publicUrl : server.twin.publicUrl, api, app, params)
const pulseAt = (copy: 0 | 1, key: string, figures: Params = {}) =>
  callAt(copy, 'mt5pulse', { account_key: key, ...figures })

async function newAccount(): Promise<{ id: number; key: string }> {
  const key = `${++made}@Pair`
  const { id } = await server.act('device_create', { app, account_key: key, vip: FOREVER })
  await until(async () => (await pulseAt(1, key)).code === 200, 'the other copy to know the account')
  return { id, key }
}

it('lets a viewer who comes from the other copy read everything again', async () => {
  const here = await EventStream.open(owners[0].url, owners[0].cookie)
  const there = await EventStream.open(owners[1].url, owners[1].cookie)
  await until(() => here.lastId !== undefined && there.lastId !== undefined, 'both places')
  const back = await EventStream.open(owners[1].url, owners[1].cookie, here.lastId)
  await back.next('reset')
  for (const stream of [here, there, back]) stream.close()
})

it('shows a pulse on the other copy, in its record and in its stream', async () => {
  const { id, key } = await newAccount()
  const stream = await EventStream.open(owners[1].url, owners[1].cookie)
  await pulseAt(0, key, { equity: 4711, balance: 5000, positions: 3, mt5_symbol: 'XAUUSD' })
  await until(
    async () => (await owners[1].call('device_get', { id })).telemetry?.equity === 4711,
    'the equity at the other copy',
  )
  const shown = await stream.next('devices', ({ rows }) =>
    rows.some((row) => row.id === id && row.telemetry?.equity === 4711),
  )
  expect(shown.rows[0]?.telemetry).toMatchObject({ balance: 5000, positions: 3 })
  stream.close()
})

it('shows the first pulses of accounts that the other copy did not know', async () => {
  const free = await server.application({ free_mode: true, mt5: { enabled: true } })
  for (let n = 1; n <= 20; n++) {
    const params = { account_key: `${n}@Free`, equity: n }
    expect(await callApi(server.twin.publicUrl, 'mt5pulse', free, params)).toMatchObject({ code: 200 })
    await server.settle()
  }
  const { rows } = await owners[0].call('device_list', { filter: { app: free }, sort: 'id', size: 50 })
  const shown = rows.map(({ telemetry }) => telemetry?.equity).sort((a, b) => (a ?? 0) - (b ?? 0))
  expect(shown).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
})

it('counts refusals of both copies in one risk, which each of them shows', async () => {
  for (let times = 0; times < 20; times++)
    await callAt(times % 2 === 0 ? 0 : 1, 'kmlogon', { kami: `guess ${times}`, markcode: 'PC' })
  await server.settle()
  for (const owner of owners) {
    const { rows } = await owner.call('risk_list', { app, kind: 'refused_cluster' })
    expect(rows).toMatchObject([{ times: 20 }])
  }
})

it('lists the calls of all copies, the newest first', async () => {
  await callAt(0, 'ini', { note: 'first' })
  await server.settle()
  await callAt(1, 'ini', { note: 'second' })
  await server.settle()
  for (const owner of owners) {
    const { rows } = await owner.call('inspector_list', { app, limit: 2 })
    expect(rows.map(({ body }) => body)).toEqual(['note=second', 'note=first'])
  }
})

it('counts the calls of all copies', async () => {
  const fresh = await server.application()
  const counts = () =>
    Promise.all(owners.map(async (owner) => (await owner.call('app_get', { app: fresh })).api_total))
  for (const { publicUrl } of [server.running, server.twin, server.twin])
    await callApi(publicUrl, 'ini', fresh, {})
  await until(async () => (await counts()).every((count) => count === 3), 'the same count at both')
})

it('reads the history of a code with the events that wait at another copy', async () => {
  const kami = await server.code({ app, type: 'permanent' })
  await until(async () => (await callAt(1, 'kmlogon', { kami, markcode: 'PC-1' })).code === 200, 'a login')
  const { rows } = await owners[0].call('code_list', { search: kami })
  await until(async () => {
    const { events } = await owners[0].call('code_get', { id: rows[0]!.id })
    return events.length === 1 && events[0]?.kind === 'bind'
  }, 'the login in the history')
})

it('shows the progress of a job on the other copy', async () => {
  const stream = await EventStream.open(owners[1].url, owners[1].cookie)
  const { job } = await owners[0].call('code_generate', { app, type: 'permanent', count: 600 })
  await stream.next('job', ({ id, state }) => id === job && state === 'done')
  stream.close()
})

it('ends a stream at once when its session ends at another copy', async () => {
  const viewer = await ConsoleClient.signIn(server.twin.consoleUrl, 'owner', OWNER_PASSWORD)
  const { cookie, csrf } = viewer
  const stream = await withoutLooks(() => fetch(`${viewer.url}/ajax.php?act=live`, { headers: { cookie } }))
  await post(server.running.consoleUrl, 'logout', {}, { cookie, 'x-csrf-token': csrf })
  // Without an end the test runs into its time-out.
  expect(await stream.text()).toContain('event: hello')
})

it('takes the pulse that got a close_all at one copy for no later report at the other', async () => {
  const [flat, open] = [await newAccount(), await newAccount()]
  for (const [{ id, key }, positions] of [
    [flat, 0],
    [open, 2],
  ] as const) {
    await owners[0].call('device_control', { ids: [id], close_all: true, reason: 'test' })
    await until(async () => (await pulseAt(1, key, { positions })).close_all === 1, 'the delivery')
    await until(async () => {
      const { close_all: order, telemetry } = await owners[0].call('device_get', { id })
      return order.state === 'delivered' && telemetry?.positions === positions
    }, 'the delivery and its pulse at the other copy')
  }
  server.clock.pass(61)
  const stateOf = async ({ id }: { id: number }) =>
    (await owners[0].call('device_get', { id })).close_all.state
  // The sweep comes to the first account first.
  await until(async () => (await stateOf(open)) === 'overdue', 'the open account to be overdue')
  expect(await stateOf(flat)).toBe('delivered')
})

it('delivers one close_all, though ten thousand pulses come to both copies in turn', async () => {
  const { id, key } = await newAccount()
  await owners[0].call('device_control', { ids: [id], close_all: true, reason: 'test' })
  const answers = await Promise.all(
    [server.running, server.twin].map(({ publicUrl }) => pulses(publicUrl, app, key, 5000)),
  )
  expect(answers.flat()).toHaveLength(10_000)
  expect(answers.flat().filter((closes) => closes)).toHaveLength(1)
})

/** Whether each of many pulses is answered with close_all=1, fifty over one connection. */
async function pulses(url: string, app: number, key: string, times: number): Promise<boolean[]> {
  const { host } = new URL(url)
  const call = `GET /api.php?api=mt5pulse&app=${app}&account_key=${key}&positions=1 HTTP/1.1\r\nHost: ${host}\r\n\r\n`
  const closes: boolean[] = []
  while (closes.length < times) {
    const connection = await RawConnection.open(url)
    await connection.write(call.repeat(50))
    for (let read = 0; read < 50; read++) {
      const { body } = await connection.reply()
      closes.push((JSON.parse(body) as { close_all: number }).close_all === 1)
    }
    connection.close()
  }
  return closes
}
