import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConsoleClient } from '../support/console-client.ts'
import { TestServer } from '../support/test-server.ts'
import { addAgent, addOperator, PASSWORD, signIn } from './operators.ts'

const FOREVER = 4_102_243_200
let server: TestServer
let owner: ConsoleClient
let developer: ConsoleClient
let other: ConsoleClient
let agent: ConsoleClient
let app: number
let kamis: readonly string[]

beforeAll(async () => {
  server = await TestServer.start()
  owner = await server.owner()
  const developerId = await addOperator(server, 'golddev', 'developer')
  const agentId = await addAgent(server, 'goldagent', developerId)
  await addOperator(server, 'other', 'developer')
  developer = await signIn(server, 'golddev')
  other = await signIn(server, 'other')
  agent = await signIn(server, 'goldagent')
  app = (await developer.call('app_create', { name: 'Gold Grid' })).app
  await developer.call('app_update', { app, mt5: { enabled: true } })
  await developer.call('device_create', { app, account_key: '5501@Gold', vip: FOREVER, agent: agentId })
  await developer.call('device_create', { app, account_key: '5502@Gold', vip: FOREVER })
  await developer.call('account_create', { app, user: 'gold_user', password: 'secret-1', qq: '778899' })
  const order = { app, type: 'permanent', count: 8, prefix: 'GOLD-' } as const
  await developer.call('code_generate', order)
  kamis = (await developer.call('code_generate', { ...order, count: 1, agent: agentId })).kamis
})
afterAll(() => server.end())

async function found(client: ConsoleClient, text: string): Promise<string[]> {
  const { rows } = await client.call('palette_search', { text })
  return rows.map(({ kind, label }) => `${kind} ${label}`)
}
const kindsOf = async (client: ConsoleClient, text: string) => [
  ...new Set((await found(client, text)).map((row) => row.split(' ')[0])),
]

describe('palette_search', () => {
  it('finds records of every kind by a prefix of their names, in any case', async () => {
    expect(await kindsOf(developer, 'gold')).toEqual(['application', 'code', 'account'])
    expect(await kindsOf(owner, 'GOLD')).toEqual(['application', 'code', 'account', 'developer'])
    expect(await found(developer, 'grid')).toEqual(['application Gold Grid'])
    expect(await found(developer, String(app))).toEqual(['application Gold Grid'])
    expect(await found(developer, '550')).toEqual(['device 5501@Gold', 'device 5502@Gold'])
    expect(await found(developer, '7788')).toEqual(['account 778899'])
  })

  it('gives at most five of each kind, the exact one first', async () => {
    const codes = (await found(developer, 'GOLD-')).filter((row) => row.startsWith('code'))
    expect(codes).toHaveLength(5)
    expect(await found(developer, kamis[0]!)).toEqual([`code ${kamis[0]!}`])
    expect((await found(developer, '5502@Gold'))[0]).toBe('device 5502@Gold')
  })

  it('takes a wildcard literally', async () => {
    expect(await found(developer, '%%')).toEqual([])
    expect(await found(developer, 'G__D')).toEqual([])
  })

  it("hides other people's records", async () => {
    for (const text of ['gold', 'GOLD-', kamis[0]!, '550', '7788', String(app)])
      expect(await found(other, text), text).toEqual([])
    expect(await found(agent, 'gold')).toEqual([`code ${kamis[0]!}`])
    expect(await found(agent, '550')).toEqual(['device 5501@Gold'])
    expect(await found(agent, kamis[0]!)).toEqual([`code ${kamis[0]!}`])
  })

  it('shows staff what their role includes', async () => {
    await developer.call('step_up', { password: PASSWORD })
    const role = await developer.call('role_create', { name: 'Support', permissions: ['accounts'] })
    await developer.call('staff_create', { name: 'support', password: PASSWORD, role: role.id })
    expect(await kindsOf(await signIn(server, 'support'), 'gold')).toEqual(['account'])
  })
})
