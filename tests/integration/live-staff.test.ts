import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConsoleClient } from '../support/console-client.ts'
import { TestServer } from '../support/test-server.ts'
import { EventStream } from './event-stream.ts'
import { addOperator, newStaff, signIn } from './operators.ts'

let server: TestServer
let count = 0

beforeAll(async () => {
  server = await TestServer.start()
})
afterAll(() => server.end())

async function newEmployer(): Promise<ConsoleClient> {
  const name = `employer ${++count}`
  await addOperator(server, name, 'developer')
  return signIn(server, name)
}

describe('the live stream of staff', () => {
  it("carries no account without the permission, but carries jobs and the server's state", async () => {
    const employer = await newEmployer()
    const { app } = await employer.call('app_create', { name: 'Watched' })
    await employer.call('app_update', { app, sign: false, window: 0, mt5: { enabled: true } })
    const { id } = await employer.call('device_create', {
      app,
      account_key: '5@A',
      vip: server.clock.now() + 9999,
    })
    const clerk = await newStaff(server, employer, ['codes', 'codes.generate'])
    const trader = await newStaff(server, employer, ['devices', 'devices.control'])
    const [clerks, traders] = await Promise.all(
      [clerk, trader].map(({ client }) => EventStream.open(client.url, client.cookie)),
    )
    await server.api('mt5pulse', app, { account_key: '5@A', equity: 77 })
    await employer.call('device_control', { ids: [id], close_all: true })
    await traders!.next('devices', ({ rows }) => rows.some((row) => row.telemetry?.equity === 77))
    await traders!.next('command')
    const { job } = await clerk.client.call('code_generate', { app, type: 'permanent', count: 600 })
    await clerks!.next('job', (progress) => progress.id === job && progress.state === 'done')
    expect(clerks!.of('devices')).toEqual([])
    expect(clerks!.of('command')).toEqual([])
    clerks!.close()
    traders!.close()
  })

  it('ends when the permission is taken away', async () => {
    const employer = await newEmployer()
    const staff = await newStaff(server, employer, ['devices'])
    const stream = await fetch(`${staff.client.url}/ajax.php?act=live`, {
      headers: { cookie: staff.client.cookie },
    })
    await employer.call('role_update', { id: staff.role, permissions: ['codes'] })
    // Reads to the end: without an end the test runs into its time-out.
    expect(await stream.text()).toContain('event: hello')
    expect(await staff.client.try('device_list', {})).toMatchObject({ code: 403 })
    expect(await staff.client.try('me', {})).toMatchObject({
      code: 200,
      msg: { permissions: ['codes'], staff: true },
    })
  })
})

describe('the live stream of several people', () => {
  /** Waits for the next figures, and so for everything that was sent before. */
  const figures = async (stream: EventStream) => {
    server.clock.pass(5)
    return stream.next('server')
  }

  it('carries the figures of the whole platform only to the owner', async () => {
    const employer = await newEmployer()
    const clerk = await newStaff(server, employer, ['devices', 'applications'])
    const owner = await server.owner()
    const guard = await newStaff(server, owner, ['devices'])
    const keeper = await newStaff(server, owner, ['platform'])
    for (const [client, isWhole] of [
      [owner, true],
      [keeper.client, true],
      [employer, false],
      [clerk.client, false],
      [guard.client, false],
    ] as const) {
      const stream = await EventStream.open(client.url, client.cookie)
      const state = await figures(stream)
      expect(Object.keys(state).sort()).toEqual(
        isWhole
          ? ['calls', 'clock_doubt', 'connections', 'database', 'lag', 'now', 'started_at', 'version']
          : ['now', 'started_at', 'version'],
      )
      stream.close()
    }
  })

  it('carries a job only to those who may list it', async () => {
    const employer = await newEmployer()
    const { app } = await employer.call('app_create', { name: 'Jobs' })
    const one = await newStaff(server, employer, ['codes', 'codes.generate'])
    const other = await newStaff(server, employer, ['codes', 'codes.generate'])
    const clients = [employer, one.client, other.client]
    const streams = await Promise.all(clients.map((client) => EventStream.open(client.url, client.cookie)))
    const order = { app, type: 'permanent', count: 600 } as const
    const jobs = [
      (await one.client.call('code_generate', order)).job!,
      (await employer.call('code_generate', order)).job!,
    ]
    for (const job of jobs)
      await streams[0]!.next('job', (progress) => progress.id === job && progress.state === 'done')
    for (const stream of streams) await figures(stream)
    for (const [at, client] of clients.entries()) {
      const listed = (await client.call('job_list', {})).rows.map(({ id }) => id)
      const heard = new Set(streams[at]!.of('job').map(({ id }) => id))
      expect([...heard].sort()).toEqual(listed.sort())
    }
    for (const stream of streams) stream.close()
  })
})
