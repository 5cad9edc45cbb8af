import type { Role } from '../../../src-server/contract/permissions.ts'
import type { ConsoleClient } from '../../support/console-client.ts'
import { ruleInput } from '../../support/rule-input.ts'
import { visit } from '../../support/self-service-client.ts'
import type { TestServer } from '../../support/test-server.ts'
import { addOperator, ALL_RIGHTS, PASSWORD, signIn } from '../operators.ts'
import { FOREVER, type Target } from './attempt.ts'
import { furnishHeldBind } from './messenger.ts'
import { leaveDead } from '../message-world.ts'
import { furnishSales } from './sales.ts'
import { furnishWebhook } from '../webhook-world.ts'

/**
 * People who may not see the target. The agents above and below the target's agent work for the same
 * developer.
 */
export const FOREIGN = {
  developer: 'developer',
  agent: 'agent',
  'agent above': 'agent',
  'agent below': 'agent',
} as const satisfies Record<string, Role>
export type Foreign = keyof typeof FOREIGN
/**
 * These lists also hold data of their own: in whose books they have an account, which agents are below them,
 * what they did. Customers are never shared: own-customers.test.ts.
 */
export const THEIRS_TOO: Readonly<Partial<Record<Foreign, readonly string[]>>> = {
  'agent above': [
    'agent_create',
    'agent_home',
    'field_list',
    'agent_list',
    'agent_update',
    'audit_export',
    'audit_list',
    'profile_set',
    'agent_rights_list',
    'agent_rights_set',
    'ledger_accounts',
  ],
  'agent below': ['agent_create', 'agent_home', 'field_list', 'ledger_accounts'],
}

export interface AccessPlace {
  /** The developer who owns the target and the agent that it is attributed to. */
  readonly own: Readonly<Record<Role, ConsoleClient>>
  readonly foreign: Readonly<Record<Foreign, ConsoleClient>>
  readonly target: Target
}

/** Makes the target, the people who may see it, and the people who may not. */
export async function furnishPlace(server: TestServer): Promise<AccessPlace> {
  const developer = await addOperator(server, 'own developer', 'developer')
  for (const [name, role] of [
    ['other developer', 'developer'],
    ['other agent', 'agent'],
  ] as const) {
    await addOperator(server, name, role)
  }
  const ownDeveloper = await signIn(server, 'own developer')
  const above = await newAgent(server, ownDeveloper, 'agent above')
  const { id: agent, client: ownAgent } = await newAgent(server, above.client, 'own agent')
  const own = { owner: await server.owner(), developer: ownDeveloper, agent: ownAgent }
  const foreign = {
    developer: await signIn(server, 'other developer'),
    agent: await signIn(server, 'other agent'),
    'agent above': above.client,
    'agent below': (await newAgent(server, ownAgent, 'agent below')).client,
  }

  const { app } = await own.developer.call('app_create', { name: 'Target' })
  await own.developer.call('agent_rights_set', { agent: above.id, app, ...ALL_RIGHTS })
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
  const about = { appId: app, deviceId: id, purpose: 'notify', openId: 'ou_Target', text: 'Target' } as const
  const message = await leaveDead(server, about)
  const held = await furnishHeldBind(server, own.developer, app, '1@A')
  const sales = await furnishSales(own, app, agent)
  await own.developer.call('device_create', { app, account_key: '9@Before', vip: FOREVER })
  const rename = (await own.developer.call('server_rename', { from: 'Before', to: 'Target' })).id!
  const pause = { group: { app }, accounts: 2, reason: 'Target' }
  const groupAct = (await own.developer.call('group_pause', pause)).id!
  const order = { app, type: 'c', seconds: 3600, uses: 1 } as const
  const kitLink = (await own.developer.call('kit_link_create', order)).link.id
  const report = { id, from: 0, to: FOREVER, heading: 'full', live: true, seconds: 3600 } as const
  const reportLink = (await own.developer.call('report_link_create', report)).link.id
  const note = (await own.developer.call('device_note_save', { id, at: 1, text: 'Target' })).id
  const rows = [{ kami: 'TARGET-IMPORTED', type: 'permanent' }]
  const imported = (await own.developer.call('code_import', { app, rows, file: 'Target.csv' })).import!
  const hooks = await furnishWebhook(server, own.developer, 'Target', app)
  const { id: rule } = await own.developer.call('rule_save', ruleInput({ name: 'Target', app }))
  const until = server.clock.now() + 86_400
  const { id: field } = await own.developer.call('field_save', {
    name: 'Target',
    place: 'both',
    kind: 'text',
  })
  const { id: snooze } = await own.developer.call('risk_snooze', { rule, until, note: 'Target' })
  const target = {
    rule,
    snooze,
    field,
    app,
    kitLink,
    reportLink,
    note,
    imported,
    rename,
    groupAct,
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
    message,
    held,
    ...people,
    ...sales,
    ...hooks,
  }
  // The people from elsewhere have data too: it must be all that they see.
  const { app: other } = await foreign.developer.call('app_create', { name: 'Other' })
  await foreign.developer.call('device_create', { app: other, account_key: '1@A', vip: FOREVER })
  await foreign.developer.call('code_generate', { app: other, type: 'permanent', count: 1 })
  return { own, foreign, target }
}

async function newAgent(
  server: TestServer,
  by: ConsoleClient,
  name: string,
): Promise<{ id: number; client: ConsoleClient }> {
  const { agent } = await by.call('agent_create', { name, password: PASSWORD })
  return { id: agent.id, client: await signIn(server, name) }
}

/** All data of the target, as its developer sees it. */
export async function stateOfTarget({ own, target: { app, device, webhook } }: AccessPlace): Promise<string> {
  const parts = [
    await own.developer.call('app_get', { app }),
    await own.developer.call('device_get', { id: device }),
    await own.developer.call('device_list', { filter: { app } }),
    await own.developer.call('device_note_list', { id: device }),
    await own.developer.call('report_link_list', { id: device }),
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
    await own.developer.call('message_list', {}),
    await own.developer.call('bind_request_list', {}),
    await own.developer.call('server_list', {}),
    await own.developer.call('server_rename_list', {}),
    await own.developer.call('rule_list', {}),
    await own.developer.call('group_act_list', {}),
    await own.developer.call('import_list', { kind: 'code' }),
    await own.developer.call('webhook_list', {}),
    await own.developer.call('webhook_log', { webhook }),
  ]
  return JSON.stringify(parts)
}
