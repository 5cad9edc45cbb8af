import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConsoleClient } from '../support/console-client.ts'
import { TestServer } from '../support/test-server.ts'
import { FOREVER } from './access/attempt.ts'
import { changeDatabase, PASSWORD, signIn } from './operators.ts'

let server: TestServer
let owner: ConsoleClient

beforeAll(async () => {
  server = await TestServer.start()
  owner = await server.owner()
})
afterAll(() => server.end())

let count = 0
async function newDeveloper() {
  const name = `developer ${++count}`
  const { developer } = await owner.call('developer_create', { name, password: PASSWORD })
  const client = await signIn(server, name)
  const { app } = await client.call('app_create', { name: `Gold ${count}` })
  const { kamis } = await client.call('code_generate', { app, type: 'permanent', count: 1 })
  const [code] = (await client.call('code_list', {})).rows
  return { id: developer.id, client, app, code: code!.id, kami: kamis[0]! }
}
type Developer = Awaited<ReturnType<typeof newDeveloper>>

async function newAgent({ client }: Pick<Developer, 'client'>) {
  const name = `agent ${++count}`
  const order = { name, password: PASSWORD, email: `a${count}@example.com`, note: 'pays on Fridays' }
  return (await client.call('agent_create', order)).agent
}

const UNKNOWN = { code: 422, fields: { agent: 'unknown' } }

describe('an agent of another developer', () => {
  it('gets no codes and no trading accounts, by any action or file', async () => {
    const [maker, thief] = [await newDeveloper(), await newDeveloper()]
    const { id: agent } = await newAgent(maker)
    const { client, app, code } = thief
    const { id: device } = await client.call('device_create', { app, account_key: '1@A', vip: FOREVER })
    const attempts = [
      ['code_update', { ids: [code], agent }],
      ['code_update', { filter: {}, agent }],
      ['code_update', { ids: [code], agent, dry_run: true }],
      ['code_generate', { app, type: 'permanent', count: 1, agent }],
      ['device_create', { app, account_key: '2@A', vip: FOREVER, agent }],
      ['device_update', { id: device, agent }],
      ['device_bulk', { ids: [device], agent }],
      ['device_bulk', { ids: [device], agent, dry_run: true }],
    ] as const
    for (const [action, input] of attempts) expect(await client.try(action, input)).toMatchObject(UNKNOWN)
    const skipped = { done: 0, skipped: [{ row: 0, reason: 'agent: unknown' }] }
    const codes = { app, rows: [{ kami: 'TAKEN', type: 'permanent', agent }] }
    expect(await client.call('code_import', codes)).toMatchObject(skipped)
    const devices = { app, rows: [{ account_key: '3@A', vip: FOREVER, agent }] }
    expect(await client.call('device_import', devices)).toMatchObject(skipped)
    expect(await client.call('agent_list', {})).toMatchObject({ total: 0 })
  })

  it('stays with its maker, whatever the owner and the developers do with it', async () => {
    const [maker, other] = [await newDeveloper(), await newDeveloper()]
    const { id, name, email } = await newAgent(maker)
    await owner.call('code_update', { ids: [other.code], agent: id })
    const worth = { type: 'time', unit: 'day', amount: 30, quota: 1, price: 0 } as const
    await other.client.call('allocation_create', { agent: id, app: other.app, ...worth })
    const [mine] = (await maker.client.call('agent_list', {})).rows
    expect(mine).toMatchObject({ id, own: true, email, note: 'pays on Fridays' })
    expect(await maker.client.try('agent_update', { id, note: 'still mine' })).toMatchObject({ code: 200 })
    const [seen] = (await other.client.call('agent_list', {})).rows
    expect(seen).toMatchObject({ id, name, own: false, email: '', note: '' })
    expect(await other.client.try('agent_update', { id, name: 'Taken' })).toMatchObject({ code: 404 })
  })

  it('works for a developer from the moment at which the owner gives it one of their codes', async () => {
    const [maker, other] = [await newDeveloper(), await newDeveloper()]
    const { id: agent } = await newAgent(maker)
    const { client, app } = other
    const order = { app, type: 'permanent', count: 1, agent } as const
    expect(await client.try('code_generate', order)).toMatchObject(UNKNOWN)
    await owner.call('code_update', { ids: [other.code], agent })
    expect(await client.try('code_generate', order)).toMatchObject({ code: 200 })
    expect((await client.call('plan_usage', {})).usage.agents).toEqual({ used: 1, limit: null })
  })

  it('whom nobody made is looked after by the owner alone', async () => {
    const { client, code } = await newDeveloper()
    const { id } = await newAgent({ client: owner })
    await owner.call('code_update', { ids: [code], agent: id })
    expect(await client.try('agent_update', { id, name: 'Taken' })).toMatchObject({ code: 404 })
    changeDatabase(server, 'UPDATE operators SET maker_id = NULL WHERE id = ?', id)
    expect(await client.try('agent_update', { id, name: 'Taken' })).toMatchObject({ code: 404 })
    expect(await owner.try('agent_update', { id, note: 'x' })).toMatchObject({ code: 200 })
  })
})
