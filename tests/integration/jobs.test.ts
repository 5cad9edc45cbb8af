import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../support/test-server.ts'
import { EventStream } from './event-stream.ts'
import { addOperator, signIn } from './operators.ts'

let server: TestServer
let app: number

beforeAll(async () => {
  server = await TestServer.start()
  app = await server.application()
})
afterAll(() => server.end())

const generate = (count: number) => server.act('code_generate', { app, type: 'permanent', count })

describe('a job', () => {
  it('that is cancelled ends and keeps what it made', async () => {
    const owner = await server.owner()
    const stream = await EventStream.open(owner.url, owner.cookie)
    const { job, batch } = await generate(50_000)
    await stream.next('job', ({ id, done }) => id === job && done > 0)
    const asked = await server.act('job_cancel', { id: job! })
    expect(asked).toMatchObject({ id: job, kind: 'code_generate', state: 'running', by: 'owner' })
    const last = await stream.next('job', ({ id, state }) => id === job && state !== 'running')
    expect(last.state).toBe('cancelled')
    expect(last.done).toBeLessThan(50_000)
    stream.close()
    const { total } = await server.act('code_list', { filter: { batch }, size: 1 })
    expect(total).toBe(last.done)
    const { rows } = await server.act('job_list', {})
    expect(rows.find(({ id }) => id === job)).toMatchObject({
      state: 'cancelled',
      done: total,
      total: 50_000,
      ended_at: server.clock.now(),
    })
    expect(await owner.try('job_cancel', { id: job })).toMatchObject({ code: 409 })
  })

  it('is visible to its starter and the owner, and to nobody else', async () => {
    await addOperator(server, 'one', 'developer')
    await addOperator(server, 'two', 'developer')
    const [one, two] = [await signIn(server, 'one'), await signIn(server, 'two')]
    const own = await one.call('app_create', { name: 'One' })
    const { job } = await one.call('code_generate', { app: own.app, type: 'permanent', count: 20_000 })
    expect(await two.try('job_cancel', { id: job })).toMatchObject({ code: 404 })
    expect(await two.call('job_list', {})).toEqual({ rows: [] })
    expect((await one.call('job_list', {})).rows.map(({ id }) => id)).toEqual([job])
    expect((await server.act('job_list', {})).rows[0]).toMatchObject({ id: job, by: 'one' })
    expect(await server.act('job_cancel', { id: job! })).toMatchObject({ id: job })
  })

  it('ends when the server stops, which does not wait for the rest', async () => {
    const { batch } = await generate(100_000)
    await server.close()
    await server.open()
    const { total } = await server.act('code_list', { filter: { batch }, size: 1 })
    expect(total).toBeLessThan(100_000)
    expect(total % 500).toBe(0)
  })
})
