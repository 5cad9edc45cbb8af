import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionInput } from '../../src-server/contract/actions/index.ts'
import { OWNER_PASSWORD, TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'

const DAY = 86_400
let server: TestServer
let app: number

beforeAll(async () => {
  server = await TestServer.start()
  app = await server.application()
})
afterAll(() => server.end())

async function make(count: number): Promise<{ batch: number; kamis: string[]; ids: number[] }> {
  const { batch, kamis } = await server.act('code_generate', { app, type: 'permanent', count })
  const { rows } = await server.act('code_list', { filter: { batch }, size: 500, sort: 'id' })
  return { batch, kamis, ids: rows.map(({ id }) => id) }
}
const logIn = (kami: string) => server.api('kmlogon', app, { kami, markcode: 'PC-1' })
const listed = async (filter: ActionInput<'code_list'>['filter']) =>
  (await server.act('code_list', { filter, size: 500 })).rows
const total = async (filter: ActionInput<'code_list'>['filter']) =>
  (await server.act('code_list', { filter, size: 1 })).total

describe('the recycle bin', () => {
  it('takes codes out of every list and off every machine, and gives them back unchanged', async () => {
    const { ids, kamis, batch } = await make(3)
    await logIn(kamis[0]!)
    const before = await listed({ batch })
    expect(await server.act('code_delete', { ids })).toMatchObject({ done: 3, ids })
    expect(await listed({ batch })).toEqual([])
    expect(await logIn(kamis[0]!)).toMatchObject({ code: 149 })
    expect((await listed({ batch, state: 'recycled' })).map((row) => row.recycled_at)).toEqual([
      server.clock.now(),
      server.clock.now(),
      server.clock.now(),
    ])
    expect(await server.act('code_update', { ids, disabled: true })).toMatchObject({ done: 0 })
    expect(await server.act('code_restore', { filter: { batch, state: 'recycled' } })).toMatchObject({
      done: 3,
    })
    expect(await listed({ batch })).toEqual(before)
    expect(await logIn(kamis[0]!)).toMatchObject({ code: 200 })
  })

  it('is purged on demand, of its content alone', async () => {
    const { ids, batch } = await make(2)
    await server.act('code_delete', { ids: [ids[0]!] })
    server.clock.pass(3600)
    const reply = await (await server.owner()).try('code_purge', { ids })
    expect(reply).toMatchObject({ code: 403, fields: { step_up: 'required' } })
    await server.act('step_up', { password: OWNER_PASSWORD })
    expect(await server.act('code_purge', { ids })).toMatchObject({
      done: 1,
      skipped: [{ id: ids[1], reason: 'not_recycled' }],
    })
    expect((await listed({ batch })).map(({ id }) => id)).toEqual([ids[1]])
    expect(await listed({ batch, state: 'recycled' })).toEqual([])
  })

  it('is purged by the server after 30 days, not a second earlier', async () => {
    const { ids, batch } = await make(300)
    await server.act('code_delete', { ids: ids.slice(0, 100) })
    server.clock.pass(30 * DAY - 1)
    await server.close()
    await server.open()
    // The server purges at each start, and its stop waits for the purge.
    await server.close()
    await server.open()
    expect(await total({ batch, state: 'recycled' })).toBe(100)
    server.clock.pass(1)
    await server.close()
    await server.open()
    await until(async () => (await total({ batch, state: 'recycled' })) === 0, 'the purge')
    expect(await total({ batch })).toBe(200)
    const [row] = (await server.act('audit_list', { filter: { action: 'code_purge' } })).rows
    expect(row).toMatchObject({ role: 'server', app })
  })
})
