import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionContract } from '../../src-server/contract/action.ts'
import { ACTIONS, DECLARED_ACTIONS } from '../../src-server/contract/actions/index.ts'
import { ROLES } from '../../src-server/contract/permissions.ts'
import { type ConsoleReply, post } from '../support/console-client.ts'
import { openDatabase, type TestDatabaseConnection } from '../support/database.ts'
import { TestServer } from '../support/test-server.ts'
import { accountsAttempts } from './access/accounts.ts'
import { agentsAttempts } from './access/agents.ts'
import { applicationsAttempts } from './access/applications.ts'
import { FOREVER, type Attempts, type Target } from './access/attempt.ts'
import { auditAttempts } from './access/audit.ts'
import { codesAttempts } from './access/codes.ts'
import { devicesAttempts } from './access/devices.ts'
import { fieldAttempts } from './access/fields.ts'
import { fleetAttempts } from './access/fleet.ts'
import { importsAttempts } from './access/imports.ts'
import { peopleAttempts } from './access/people.ts'
import { mailAttempts } from './access/mail.ts'
import {
  FOREIGN,
  furnishPlace,
  stateOfTarget,
  THEIRS_TOO,
  type AccessPlace,
  type Foreign,
} from './access/place.ts'
import { platformAttempts } from './access/platform.ts'
import { requestsAttempts } from './access/requests.ts'
import { salesAttempts } from './access/sales.ts'
import { messageAttempts } from './access/messages.ts'
import { messengerAttempts } from './access/messenger.ts'
import { riskAttempts } from './access/risk.ts'
import { ruleAttempts } from './access/rules.ts'
import { sessionAttempts } from './access/session.ts'
import { webhookAttempts } from './access/webhooks.ts'

let server: TestServer
let place: AccessPlace
let own: AccessPlace['own']
let foreign: AccessPlace['foreign']
let target: Target
let db: TestDatabaseConnection

beforeAll(async () => {
  server = await TestServer.start()
  place = await furnishPlace(server)
  ;({ own, foreign, target } = place)
  db = await openDatabase(server)
})
afterAll(async () => {
  await db.close()
  await server.end()
})

const attempts = (): Attempts => ({
  ...sessionAttempts(target),
  ...applicationsAttempts(target),
  ...codesAttempts(target),
  ...accountsAttempts(target),
  ...devicesAttempts(target),
  ...fieldAttempts(target),
  ...fleetAttempts(target),
  ...importsAttempts(target),
  ...peopleAttempts(target),
  ...platformAttempts(target),
  ...auditAttempts(target),
  ...requestsAttempts(target),
  ...agentsAttempts(target),
  ...salesAttempts(target),
  ...riskAttempts(target),
  ...webhookAttempts(target),
  ...ruleAttempts(target),
  ...messageAttempts(target),
  ...messengerAttempts(target),
  ...mailAttempts(target),
})

const protectedActions = DECLARED_ACTIONS.filter(({ roles }) => roles !== 'public').map(({ name }) => name)

describe('a call without a session', () => {
  it.each(protectedActions)('%s answers 401', async (name) => {
    const input = attempts()[name][0]?.input ?? {}
    for (const headers of [{}, { cookie: `sid=${'x'.repeat(43)}` }, { 'x-csrf-token': own.owner.csrf }]) {
      const reply = (await (await post(own.owner.url, name, input, headers)).json()) as ConsoleReply
      expect(reply).toMatchObject({ code: 401 })
      expect(JSON.stringify(reply)).not.toContain('Target')
    }
  })
})

describe('roles and actions', () => {
  const cases = ROLES.flatMap((role) =>
    protectedActions.filter((name) => name !== 'logout').map((name) => [role, name] as const),
  )

  it.each(cases)(
    '%s, %s: the role may call exactly the actions that the declarations list',
    async (role, name) => {
      const { roles }: ActionContract = ACTIONS[name]
      // The input is one that no action takes: an allowed role gets an input error, any other role gets no
      // detail.
      const reply = await own[role].try(name, { nosuch: 1 })
      expect(reply.code).toBe(roles.includes(role) ? 422 : 403)
      if (reply.code === 403) expect(reply).not.toHaveProperty('fields')
    },
  )

  it("agents can't manage applications or make codes and accounts", () => {
    const agents = DECLARED_ACTIONS.filter(
      ({ roles, permission }) => roles.includes('agent') && permission !== 'self',
    ).map(({ name }) => name)
    expect(agents.sort()).toEqual(
      [
        'agent_create',
        'agent_home',
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
        'business_days',
        'code_export',
        'code_get',
        'code_list',
        'device_compare',
        'device_control',
        'device_days',
        'device_expiring',
        'device_export',
        'device_get',
        'device_history',
        'device_history_export',
        'device_list',
        'device_marks',
        'device_note_delete',
        'device_note_list',
        'device_note_save',
        'device_report',
        'device_statistics',
        'device_trends',
        'field_list',
        'fleet_accounts',
        'fleet_curve',
        'fleet_groups',
        'fleet_report',
        'group_act_list',
        'group_close',
        'group_pause',
        'group_resume',
        'invitation_revoke',
        'ledger_accounts',
        'ledger_list',
        'ledger_statement',
        'market_calendar',
        'reply_template_delete',
        'reply_template_list',
        'reply_template_save',
        'sale_list',
        'sale_sums',
        'sale_refund',
        'sale_take',
        'sale_update',
        'server_list',
      ].sort(),
    )
  })
})

describe.each(Object.keys(FOREIGN) as Foreign[])('a person from elsewhere: %s', (who) => {
  const role = FOREIGN[who]
  const foreignActions = protectedActions.filter((name) => THEIRS_TOO[who]?.includes(name) !== true)

  let whole: string
  let looked: unknown

  beforeAll(async () => {
    whole = await stateOfTarget(place)
    looked = await db.commits()
  })

  it.each(foreignActions)('%s shows nothing of the target and changes nothing of it', async (name) => {
    const { roles, reads }: ActionContract = ACTIONS[name]
    for (const { input, expected } of attempts()[name]) {
      const reply = await foreign[who].try(name, input)
      if (!roles.includes(role)) {
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
        const { rows, groups } = reply.msg as Readonly<Record<string, { id?: number; app: number }[]>>
        expect((rows ?? groups)!.filter((row) => row.app === target.app)).toEqual([])
      }
    }
    // A full read is slow. It follows each action by itself only where the action wrote something. One read
    // covers all refused and reading actions.
    if (reads === true || !(roles as readonly string[]).includes(role) || (await db.commits()) === looked)
      return
    expect(await stateOfTarget(place)).toBe(whole)
    looked = await db.commits()
  })

  it('leaves the target as it was', async () => {
    expect(await stateOfTarget(place)).toBe(whole)
  })
})

describe('the people of the target', () => {
  it('the developer and the owner see all of the target', async () => {
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

  it('the agent loses sight of an account at once when the account is taken away', async () => {
    await own.developer.call('device_update', { id: target.device, agent: null })
    expect(await own.agent.try('device_get', { id: target.device })).toMatchObject({ code: 404 })
    expect(await own.agent.call('device_list', {})).toMatchObject({ total: 0 })
    await own.developer.call('device_update', { id: target.device, agent: target.agent })
  })
})
