import type { ReferenceKind } from '../../../src-server/contract/reference-kinds.ts'
import { grantable } from '../../../src-server/contract/permissions.ts'
import type { ConsoleClient } from '../../support/console-client.ts'
import type { TestServer } from '../../support/test-server.ts'
import { until } from '../../support/until.ts'
import { FOREVER, SOON } from '../access/attempt.ts'
import { furnishHeldBind } from '../access/messenger.ts'
import { leaveDead } from '../message-world.ts'
import { ALL_RIGHTS, newStaff, PASSWORD, signIn } from '../operators.ts'
import { ruleInput } from '../../support/rule-input.ts'
import { visit } from '../../support/self-service-client.ts'
import { furnishWebhook } from '../webhook-world.ts'

/** Records of each kind. */
export type Records = Readonly<Record<ReferenceKind, number | string>>

/** A developer with people and with a record of each kind. */
export interface Tenant {
  readonly developer: ConsoleClient
  readonly staff: ConsoleClient
  readonly agent: ConsoleClient
  readonly records: Records
  /** An agent below the tenant's agent. */
  readonly below: number
}

type Platform = Pick<Records, 'plan' | 'announcement' | 'certification' | 'backup' | 'image'>

/** Records that belong to the platform, whoever asks. */
export async function furnishPlatform(server: TestServer): Promise<Platform> {
  const owner = await server.owner()
  const { id: plan } = await owner.call('plan_create', { name: 'Platform' })
  const { id: announcement } = await owner.call('announcement_create', { title: 'Platform' })
  const order = { product: 'platform', url: 'example.com' }
  const { id: certification } = await owner.call('certification_create', order)
  const backup = server.databaseUrl === undefined ? await backUp(owner) : 'the engine has the backups'
  return { plan, announcement, certification, backup, image: 'x'.repeat(22) }
}

async function backUp(owner: ConsoleClient): Promise<string> {
  await owner.call('backup_now', {})
  return until(async () => (await owner.call('backup_list', {})).rows[0]?.name, 'a backup')
}

export async function furnishTenant(server: TestServer, name: string, platform: Platform): Promise<Tenant> {
  const owner = await server.owner()
  const { developer: person } = await owner.call('developer_create', { name, password: PASSWORD })
  const developer = await signIn(server, name)
  const hire = async (by: ConsoleClient, of: string) => {
    const { agent } = await by.call('agent_create', { name: `${name} ${of}`, password: PASSWORD })
    return { id: agent.id, client: await signIn(server, `${name} ${of}`) }
  }
  const agent = await hire(developer, 'agent')
  const below = await hire(agent.client, 'agent below')
  const { app } = await developer.call('app_create', { name })
  await developer.call('app_update', { app, sign: false, window: 0, mt5: { enabled: true } })
  await developer.call('agent_rights_set', { agent: agent.id, app, ...ALL_RIGHTS })
  const device = { app, account_key: `1@${name}`, vip: FOREVER, agent: agent.id }
  const { id: deviceId } = await developer.call('device_create', device)
  const order = { app, type: 'permanent', count: 1, agent: agent.id } as const
  const { kamis, batch } = await developer.call('code_generate', order)
  const code = (await developer.call('code_list', {})).rows[0]!.id
  const account = await developer.call('account_create', {
    app,
    user: 'someuser',
    password: 'secret-1',
    qq: '1',
  })
  const file = await developer.call('file_create', { app, url: 'https://example.com/x.zip' })
  const { link } = await developer.call('kit_link_create', { app, type: 'c', seconds: 3600, uses: 1 })
  const staff = await newStaff(server, developer, [...grantable('developer')])
  const { staff: invited } = await developer.call('staff_create', {
    name: `${name} invited`,
    role: staff.role,
  })
  const rebind = {
    old_key: `1@${name}`,
    new_key: `2@${name}`,
    product: String(app),
    contact: name,
    reason: name,
  }
  await visit(server, 'request_device_rebind', rebind)
  const template = await developer.call('reply_template_save', { title: name, text: name })
  const view = await developer.call('view_save', { list: 'codes', name, query: {}, columns: [] })
  const about = { appId: app, deviceId, purpose: 'notify', openId: 'ou_1', text: name } as const
  const worth = { type: 'time', unit: 'day', amount: 30, quota: 10, price: 0 } as const
  const { id: allocation } = await developer.call('allocation_create', { agent: agent.id, app, ...worth })
  const taken = await agent.client.call('sale_take', { allocation, count: 1, key: `${name} takes` })
  await developer.call('device_create', { app, account_key: '9@Before', vip: FOREVER })
  // So many codes are made by a job.
  const { job } = await developer.call('code_generate', { app, type: 'permanent', count: 501, note: 'many' })
  const hasEnded = async () =>
    (await developer.call('job_list', {})).rows.every(({ state }) => state !== 'running')
  await until(hasEnded, 'the end of the job')
  const rename = await developer.call('server_rename', { from: 'Before', to: 'After', app })
  const paused = await developer.call('group_pause', { group: { app }, accounts: 2, reason: name })
  const rows = [{ kami: 'IMPORTED', type: 'permanent' }]
  const { import: imported } = await developer.call('code_import', { app, rows })
  const { row: token } = await developer.call('token_create', {
    name,
    actions: ['code_list'],
    expires_at: server.clock.now() + 86_400,
  })
  const { id: note } = await developer.call('device_note_save', { id: deviceId, at: 1, text: name })
  const { link: report } = await developer.call('report_link_create', {
    ...{ id: deviceId, from: 0, to: 1, heading: 'none', live: true, seconds: 3600 },
  })
  const { id: channel } = await developer.call('channel_save', { kind: 'mail', name })
  const hooks = await furnishWebhook(server, developer, name, app)
  const field = await developer.call('field_save', { name, place: 'both', kind: 'text' })
  const rule = await developer.call('rule_save', ruleInput({ app }))
  const snooze = await developer.call('risk_snooze', { kind: 'silent', app, until: SOON })
  const records: Records = {
    ...platform,
    api_token: token.id,
    account: account.id,
    agent: agent.id,
    allocation,
    application: app,
    audit: (await developer.call('audit_list', {})).rows[0]!.id,
    batch,
    book: person.id,
    channel,
    code,
    developer: person.id,
    device: deviceId,
    device_note: note,
    field: field.id,
    file: file.id,
    group_act: paused.id!,
    held_bind: await furnishHeldBind(server, developer, app, `1@${name}`),
    import: imported!,
    invitation: invited.invitation!.id,
    job: job!,
    kami: kamis[0]!,
    kit_link: link.id,
    message: await leaveDead(server, about),
    operator: staff.id,
    reply_template: template.id,
    report_link: report.id,
    request: (await developer.call('auth_request_list', {})).rows[0]!.id,
    risk: `weak_setting:${app}:unsigned`,
    snooze: snooze.id,
    risk_group: `open:high:weak_setting:${app}:weak_setting:${app}:unsigned`,
    role: staff.role,
    rule: rule.id,
    sale: taken.sales[0]!.id,
    server_rename: rename.id!,
    session: (await developer.call('session_list', {})).rows[0]!.handle,
    staff: staff.id,
    view: view.id,
    webhook: hooks.webhook,
    webhook_event: hooks.webhookEvent,
  }
  return { developer, staff: staff.client, agent: agent.client, records, below: below.id }
}

/** A record of each kind that nobody has. */
export const NOBODYS: Readonly<Partial<Record<ReferenceKind, string>>> = {
  backup: '20200101T000000Z-manual',
  held_bind: '000000000000',
  image: 'y'.repeat(22),
  job: 'a'.repeat(22),
  kami: 'NOBODYHASTHISCODE',
  risk: 'weak_setting:987654321:unsigned',
  risk_group: 'open:high:weak_setting:987654321:weak_setting:987654321:unsigned',
  session: 'b'.repeat(22),
}
