import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACTIONS } from '../../src-server/contract/actions/index.ts'
import { ROLES, type Role } from '../../src-server/contract/roles.ts'
import { type ConsoleClient, type ConsoleReply, post } from '../support/console-client.ts'
import { visit } from '../support/self-service-client.ts'
import { TestServer } from '../support/test-server.ts'
import { accountsAttempts } from './access/accounts.ts'
import { agentsAttempts } from './access/agents.ts'
import { applicationsAttempts } from './access/applications.ts'
import { FOREVER, type Attempts, type Target } from './access/attempt.ts'
import { auditAttempts } from './access/audit.ts'
import { codesAttempts } from './access/codes.ts'
import { devicesAttempts } from './access/devices.ts'
import { peopleAttempts } from './access/people.ts'
import { platformAttempts } from './access/platform.ts'
import { requestsAttempts } from './access/requests.ts'
import { furnishSales, salesAttempts } from './access/sales.ts'
import { riskAttempts } from './access/risk.ts'
import { sessionAttempts } from './access/session.ts'
import { addOperator, ALL_RIGHTS, signIn } from './operators.ts'

let server: TestServer
/** The developer the target belongs to and the agent it is attributed to, and two of each role to whom it is foreign. */
let own: Record<Role, ConsoleClient>
let foreign: Record<'developer' | 'agent', ConsoleClient>
let target: Target

beforeAll(async () => {
  server = await TestServer.start()
  const agent = await addOperator(server, 'own agent', 'agent')
  const developer = await addOperator(server, 'own developer', 'developer')
  for (const [name, role] of [
    ['other developer', 'developer'],
    ['other agent', 'agent'],
  ] as const) {
    await addOperator(server, name, role)
  }
  own = {
    owner: await server.owner(),
    developer: await signIn(server, 'own developer'),
    agent: await signIn(server, 'own agent'),
  }
  foreign = { developer: await signIn(server, 'other developer'), agent: await signIn(server, 'other agent') }

  const { app } = await own.developer.call('app_create', { name: 'Target' })
  await own.developer.call('app_update', { app, sign: false, window: 0, mt5: { enabled: true } })
  const { id } = await own.developer.call('device_create', { app, account_key: '1@A', vip: FOREVER, agent })
  const { kamis, batch } = await own.developer.call('code_generate', {
    app,
    type: 'permanent',
    count: 1,
    agent,
  })
  await own.developer.call('agent_rights_set', { agent, app, ...ALL_RIGHTS, rebind: false })
  await server.api('mt5pulse', app, { account_key: '1@A', equity: 1 })
  const { id: account } = await own.developer.call('account_create', {
    app,
    user: 'targetuser',
    password: 'secret-1',
    qq: '1',
  })
  const { id: file } = await own.developer.call('file_create', {
    app,
    url: 'https://example.com/target.zip',
  })
  const { id: staffRole } = await own.developer.call('role_create', { name: 'Target', permissions: [] })
  const { staff } = await own.developer.call('staff_create', { name: 'Target', role: staffRole })
  const rebind = { old_key: '1@A', new_key: '2@A', product: String(app), contact: 'Target', reason: 'Target' }
  await visit(server, 'request_device_rebind', rebind)
  const request = (await own.developer.call('auth_request_list', {})).rows[0]!.id
  const { id: template } = await own.developer.call('reply_template_save', {
    title: 'Target',
    text: 'Target',
  })
  const people = { developer, staffRole, staff: staff.id, invitation: staff.invitation!.id }
  const { id: view } = await own.developer.call('view_save', {
    list: 'codes',
    name: 'Target',
    query: {},
    columns: [],
  })
  const code = (await own.developer.call('code_list', {})).rows[0]!.id
  const session = (await own.developer.call('session_list', {})).rows[0]!.handle
  const sales = await furnishSales(own, app, agent)
  target = {
    app,
    device: id,
    account,
    file,
    kami: kamis[0]!,
    code,
    batch,
    agent,
    view,
    session,
    request,
    template,
    ...people,
    ...sales,
  }
  // What the foreign ones have themselves: it must be all they see.
  const { app: other } = await foreign.developer.call('app_create', { name: 'Other' })
  await foreign.developer.call('device_create', { app: other, account_key: '1@A', vip: FOREVER })
  await foreign.developer.call('code_generate', { app: other, type: 'permanent', count: 1 })
})
afterAll(() => server.end())

const attempts = (): Attempts => ({
  ...sessionAttempts(target),
  ...applicationsAttempts(target),
  ...codesAttempts(target),
  ...accountsAttempts(target),
  ...devicesAttempts(target),
  ...peopleAttempts(target),
  ...platformAttempts(target),
  ...auditAttempts(target),
  ...requestsAttempts(target),
  ...agentsAttempts(target),
  ...salesAttempts(target),
  ...riskAttempts(target),
})

/** Everything of the target, as its own developer sees it. */
async function stateOfTarget(): Promise<string> {
  const { app, device } = target
  const parts = [
    await own.developer.call('app_get', { app }),
    await own.developer.call('device_get', { id: device }),
    await own.developer.call('device_list', { filter: { app } }),
    await own.developer.call('code_list', { filter: { app } }),
    await own.developer.call('account_list', { filter: { app } }),
    await own.developer.call('app_capability_list', { app }),
    await own.developer.call('file_list', { filter: { app } }),
    await own.developer.call('staff_list', {}),
    await own.developer.call('role_list', {}),
    await own.developer.call('auth_request_list', {}),
    await own.developer.call('reply_template_list', {}),
    await own.developer.call('agent_list', {}),
    await own.developer.call('agent_rights_list', {}),
    await own.developer.call('allocation_list', {}),
    await own.developer.call('sale_list', {}),
    await own.developer.call('ledger_accounts', {}),
    await own.developer.call('risk_list', {}),
  ]
  return JSON.stringify(parts)
}

const protectedActions = ACTIONS.filter(({ roles }) => roles !== 'public').map(({ name }) => name)

describe('without a session', () => {
  it.each(protectedActions)('%s: 401', async (name) => {
    const input = attempts()[name][0]?.input ?? {}
    for (const headers of [{}, { cookie: `sid=${'x'.repeat(43)}` }, { 'x-csrf-token': own.owner.csrf }]) {
      const reply = (await (await post(own.owner.url, name, input, headers)).json()) as ConsoleReply
      expect(reply).toMatchObject({ code: 401 })
      expect(JSON.stringify(reply)).not.toContain('Target')
    }
  })
})

describe('roles', () => {
  const cases = ROLES.flatMap((role) =>
    protectedActions.filter((name) => name !== 'logout').map((name) => [role, name] as const),
  )

  it.each(cases)('%s, %s: what the declaration lists and nothing else', async (role, name) => {
    const { roles } = ACTIONS.find((action) => action.name === name)!
    // An input that no action takes: whoever may call it is told so, whoever may not is told nothing of it.
    const reply = await own[role].try(name, { nosuch: 1 })
    expect(reply.code).toBe((roles as readonly string[]).includes(role) ? 422 : 403)
    if (reply.code === 403) expect(reply).not.toHaveProperty('fields')
  })

  it('agents manage no application, make no code and no account', () => {
    const agents = ACTIONS.filter(
      (action) => (action.roles as readonly string[]).includes('agent') && action.permission !== 'self',
    ).map(({ name }) => name)
    expect(agents.sort()).toEqual(
      [
        'agent_create',
        'agent_list',
        'agent_rights_list',
        'agent_rights_set',
        'agent_update',
        'allocation_create',
        'allocation_history',
        'allocation_list',
        'allocation_update',
        'audit_actions',
        'audit_export',
        'audit_get',
        'audit_list',
        'auth_request_bulk',
        'auth_request_counts',
        'auth_request_get',
        'auth_request_handle',
        'auth_request_list',
        'auth_request_reverse',
        'code_export',
        'code_get',
        'code_list',
        'device_control',
        'device_expiring',
        'device_export',
        'device_get',
        'device_history',
        'device_list',
        'invitation_revoke',
        'ledger_accounts',
        'ledger_list',
        'ledger_statement',
        'reply_template_delete',
        'reply_template_list',
        'reply_template_save',
        'sale_list',
        'sale_refund',
        'sale_take',
        'sale_update',
      ].sort(),
    )
  })
})

describe.each(['developer', 'agent'] as const)('a foreign %s', (role) => {
  it.each(protectedActions)('%s: nothing of it is visible or changeable', async (name) => {
    const before = await stateOfTarget()
    const { roles } = ACTIONS.find((action) => action.name === name)!
    for (const { input, expected } of attempts()[name]) {
      const reply = await foreign[role].try(name, input)
      if (!(roles as readonly string[]).includes(role)) {
        expect(reply).toMatchObject({ code: 403 })
        continue
      }
      const text = JSON.stringify(reply)
      expect(text).not.toContain(target.kami)
      expect(text).not.toContain('"Target"')
      expect(text).not.toContain('own agent')
      expect(text).not.toContain('own developer')
      expect(text).not.toContain(`"app":${target.app}`)
      if ('code' in expected) expect(reply).toMatchObject({ code: 404 })
      else expect(reply).toMatchObject({ code: 200 })
      if ('skipped' in expected) expect(reply.msg).toMatchObject({ done: 0 })
      if ('none' in expected) {
        const { rows } = reply.msg as { rows: { id?: number; app: number }[] }
        expect(rows.filter((row) => row.app === target.app)).toEqual([])
      }
    }
    expect(await stateOfTarget()).toBe(before)
  })
})

describe('its own people', () => {
  it('the developer sees it all, and the owner with it', async () => {
    for (const client of [own.developer, own.owner]) {
      expect(await client.try('app_get', { app: target.app })).toMatchObject({
        code: 200,
        msg: { name: 'Target' },
      })
      expect(await client.try('device_get', { id: target.device })).toMatchObject({ code: 200 })
      expect(await client.call('code_list', { filter: { kami: target.kami } })).toMatchObject({ total: 1 })
    }
    expect(await own.developer.call('app_list', {})).toMatchObject({ total: 1 })
    expect(await own.owner.call('app_list', {})).toMatchObject({ total: 2 })
  })

  it('the agent sees and controls what is attributed to it', async () => {
    const other = await own.developer.call('device_create', {
      app: target.app,
      account_key: '3@A',
      vip: FOREVER,
    })
    expect((await own.agent.call('device_list', {})).rows.map(({ id }) => id)).toEqual([target.device])
    const { rows: sold } = await own.agent.call('sale_list', {})
    expect(sold).toMatchObject([{ id: target.sale, customer: 'Target' }])
    const codes = (await own.agent.call('code_list', {})).rows.map(({ kami }) => kami)
    expect(new Set(codes)).toEqual(new Set([target.kami, sold[0]!.kami]))
    const reply = await own.agent.call('device_control', { ids: [target.device, other.id], pause_open: true })
    expect(reply).toEqual({ done: 1, skipped: [{ id: other.id, reason: 'unknown' }] })
    expect(await own.agent.try('device_history', { id: target.device, from: 0, to: 1 })).toMatchObject({
      code: 200,
    })
  })

  it('an account that is taken from an agent is gone from its sight at once', async () => {
    await own.developer.call('device_update', { id: target.device, agent: null })
    expect(await own.agent.try('device_get', { id: target.device })).toMatchObject({ code: 404 })
    expect(await own.agent.call('device_list', {})).toMatchObject({ total: 0 })
    await own.developer.call('device_update', { id: target.device, agent: target.agent })
  })
})
