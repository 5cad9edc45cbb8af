import type { TestServer } from '../support/test-server.ts'
import { bindCode } from './bind-world.ts'
import { leaveDead } from './message-world.ts'
import { newStaff, PASSWORD, signIn } from './operators.ts'
import { RequestWorld } from './request-world.ts'

/** A server with a row for every list of the console. */
export interface FilledServer {
  readonly server: TestServer
  readonly owner: number
  readonly app: number
  readonly agent: number
  readonly device: number
  /** A custom field of codes and trading accounts. */
  readonly field: number
  readonly account: number
  readonly batch: number
  readonly kami: string
  readonly allocation: number
  readonly role: number
  readonly plan: number
  /** An application whose bindings wait for approval. */
  readonly binding: number
}

export async function fillServer(): Promise<FilledServer> {
  const world = await RequestWorld.start()
  const { server } = world
  const client = await server.owner()
  const { operator } = await client.call('me', {})
  const app = await server.application({ several_accounts: true })
  const { id: field } = await client.call('field_save', { name: 'Level', place: 'both', kind: 'text' })
  const agent = (await client.call('agent_create', { name: 'agent', password: PASSWORD })).agent.id
  const device = await client.call('device_create', {
    tags: ['gold'],
    fields: { [field]: 'Gold' },
    app,
    account_key: '1001@Broker-Live',
    vip: server.clock.now() + 3600,
    agent,
  })
  const { batch, kamis } = await client.call('code_generate', {
    app,
    type: 'time',
    unit: 'day',
    amount: 30,
    count: 2,
    agent,
    tags: ['Special'],
    fields: { [field]: 'Gold' },
  })
  const account = await client.call('account_create', { app, user: 'customer', password: 'secret1', qq: '1' })
  const allocation = await client.call('allocation_create', {
    agent,
    app,
    type: 'time',
    unit: 'day',
    amount: 30,
    quota: 10,
    price: 700,
  })
  await client.call('ledger_topup', { agent, amount: 10_000, key: 'a key of ours' })
  const selling = await signIn(server, 'agent')
  await selling.call('sale_take', { allocation: allocation.id, count: 1, key: 'another key' })
  await client.call('file_create', { app, url: 'https://example.com/ea.ex5' })
  const { role } = await newStaff(server, client, ['codes'])
  const plan = await client.call('plan_create', { name: 'Basic' })
  await client.call('developer_create', { name: 'developer', password: PASSWORD, plan: plan.id })
  await client.call('certification_create', { product: 'ea', url: 'shop.example.com' })
  await world.unbind(app, { code: { type: 'time', unit: 'day', amount: 30, agent } })
  await leaveDead(server, { appId: app, deviceId: device.id, purpose: 'drawdown' })
  const binding = await holdBinding(server)
  return {
    server,
    owner: operator,
    app,
    agent,
    device: device.id,
    field,
    account: account.id,
    batch,
    kami: kamis[0]!,
    allocation: allocation.id,
    role,
    plan: plan.id,
    binding,
  }
}

const SECRET = 'a bind secret'

/** A second person asks for the account of the first person. @returns the application */
async function holdBinding(server: TestServer): Promise<number> {
  const messenger = { messenger_enabled: true, messenger_app_id: 'cli_1', messenger_app_secret: 'secret' }
  const app = await server.application({ mt5: { ...messenger, bind_secret: SECRET, bind_approval: true } })
  const key = '1@A'
  await server.act('device_create', { app, account_key: key, vip: 4_102_243_200 })
  for (const person of ['ou_first', 'ou_second']) {
    const code = await bindCode(server, app, key)
    await server.api('mt5messenger_bind', app, {
      action: 'confirm',
      bind_code: code,
      secret: SECRET,
      open_id: person,
    })
  }
  return app
}
