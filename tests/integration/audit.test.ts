import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionInput } from '../../src-server/contract/actions/index.ts'
import type { VerificationRecord } from '../../src-server/contract/records/audit.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import { openDatabase } from '../support/database.ts'
import { IS_POSTGRES } from '../support/postgres/mode.ts'
import { TestServer } from '../support/test-server.ts'
import { addAgent, addOperator, ALL_RIGHTS, changeDatabase, PASSWORD, signIn } from './operators.ts'

let server: TestServer
let owner: ConsoleClient
let developer: ConsoleClient
let agent: ConsoleClient
let developerId: number
let app: number
let device: number

beforeAll(async () => {
  server = await TestServer.start()
  owner = await server.owner()
  developerId = await addOperator(server, 'a developer', 'developer')
  const agentId = await addAgent(server, 'an agent', developerId)
  developer = await signIn(server, 'a developer')
  agent = await signIn(server, 'an agent')
  app = (await developer.call('app_create', { name: 'Silver' })).app
  await developer.call('app_update', { app, mt5: { enabled: true } })
  const order = { app, account_key: '1@A', vip: 4_102_243_200, agent: agentId }
  device = (await developer.call('device_create', order)).id
  await owner.call('agent_rights_set', { agent: agentId, app, ...ALL_RIGHTS })
  server.clock.pass(1000)
  await agent.call('device_control', { ids: [device], pause_open: true, reason: 'news' })
  server.clock.pass(1000)
  await server.application()
})
afterAll(() => server.end())

/** The acts in the application, the newest first. */
const OF_APP = ['device_control', 'agent_rights_set', 'device_create', 'app_update', 'app_create']

type Question = ActionInput<'audit_list'>
const actions = async (client: ConsoleClient, question: Question = {}) =>
  (await client.call('audit_list', question)).rows.map(({ action }) => action)

describe('audit_list', () => {
  it('lists person, act and subject, the newest first, with the values before', async () => {
    const { rows, total } = await developer.call('audit_list', { filter: { app } })
    expect(total).toBe(rows.length)
    expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).sort((a, b) => b - a))
    expect(rows[0]).toMatchObject({
      at: server.clock.now() - 1000,
      person_name: 'an agent',
      role: 'agent',
      ip: '127.0.0.1',
      action: 'device_control',
      subject_kind: 'device',
      subject_id: String(device),
      subject_label: '1@A',
      app,
    })
    const change = rows.find(({ action }) => action === 'app_update')
    expect(change).toMatchObject({ before: { mt5: { enabled: false } }, after: { mt5: { enabled: true } } })
    expect(rows.at(-1)).toMatchObject({ action: 'app_create', before: null, after: { name: 'Silver' } })
  })

  it.each<[string, () => NonNullable<Question['filter']>, string[]]>([
    ['an application', () => ({ app }), OF_APP],
    ['a person', () => ({ person: developerId }), ['device_create', 'app_update', 'app_create', 'login']],
    ['an action', () => ({ app, action: 'app_update' }), ['app_update']],
    ['a kind', () => ({ app, subject_kind: 'device' }), ['device_control', 'device_create']],
    [
      'a subject',
      () => ({ subject_kind: 'application', subject_id: String(app) }),
      ['app_update', 'app_create'],
    ],
    ['a time on', () => ({ app, from: server.clock.now() - 1000 }), ['device_control']],
    ['a time, exclusive', () => ({ app, to: server.clock.now() - 1000 }), OF_APP.slice(1)],
  ])('filters by %s', async (_, filter, expected) => {
    expect(await actions(owner, { filter: filter() })).toEqual(expected)
  })

  it('searches literally in subjects, people and new values', async () => {
    expect(await actions(owner, { search: '1@A' })).toEqual(['device_control', 'device_create'])
    expect(await actions(owner, { search: 'n agen' })).toEqual([
      'device_control',
      'agent_rights_set',
      'login',
    ])
    expect(await actions(owner, { search: '100%' })).toEqual([])
  })
})

describe('who reads the audit log', () => {
  it('the owner reads everything', async () => {
    const { total } = await owner.call('audit_list', {})
    const rows = await server.store.read((unit) => unit.audit.after(0, 1000))
    expect(total).toBe(rows.length)
  })

  it('developers read acts on what is theirs, by anybody, and their own acts', async () => {
    expect(await actions(developer)).toEqual([...OF_APP, 'login'])
  })

  it('agents read their own acts, and no other acts on the accounts attributed to them', async () => {
    expect(await actions(agent)).toEqual(['device_control', 'login'])
    const { text } = await agent.call('audit_export', { format: 'json' })
    expect((JSON.parse(text) as { action: string }[]).map(({ action }) => action)).toEqual([
      'login',
      'device_control',
    ])
  })

  it("staff read the acts on what is their employer's, when their role includes it", async () => {
    await developer.call('step_up', { password: PASSWORD })
    const role = await developer.call('role_create', { name: 'Auditor', permissions: ['audit'] })
    const blind = await developer.call('role_create', { name: 'Seller', permissions: ['codes'] })
    await developer.call('staff_create', { name: 'auditor', password: PASSWORD, role: role.id })
    await developer.call('staff_create', { name: 'seller', password: PASSWORD, role: blind.id })
    const auditor = await signIn(server, 'auditor')
    expect(await actions(auditor, { filter: { app } })).toEqual(OF_APP)
    const seller = await signIn(server, 'seller')
    expect(await seller.try('audit_list', {})).toMatchObject({ code: 403 })
    expect(await seller.try('audit_export', {})).toMatchObject({ code: 403 })
  })

  it('only the owner verifies the chain, because its length shows how much others do', async () => {
    expect(await developer.try('audit_verify', {})).toMatchObject({ code: 403 })
    expect(await developer.try('audit_verify', { last: true })).toMatchObject({ code: 403 })
  })
})

describe('audit_export', () => {
  it('has the rows of the list, the oldest first, with the changes', async () => {
    const { text, rows, next } = await owner.call('audit_export', { format: 'json', filter: { app } })
    const exported = JSON.parse(text) as Record<string, unknown>[]
    expect([rows, next]).toEqual([exported.length, null])
    const listed = (await owner.call('audit_list', { filter: { app } })).rows.reverse()
    expect(exported.map(({ id }) => id)).toEqual(listed.map(({ id }) => id))
    expect(exported.map(({ hash }) => hash)).toEqual(listed.map(({ hash }) => hash))
    expect(exported[0]).toMatchObject({
      time: '2023-11-14T22:13:20.000Z',
      person: 'a developer',
      action: 'app_create',
    })
  })

  it('has no CSV cell that a spreadsheet runs as a formula', async () => {
    await owner.call('app_create', { name: '=HYPERLINK("http://evil.example")' })
    const { text } = await owner.call('audit_export', { format: 'csv', search: 'HYPERLINK' })
    expect(text).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
    expect(text).not.toMatch(/(^|,)"?=/m)
  })
})

describe('the audit log as a table', () => {
  it('refuses every update and every deletion by anybody', () => {
    const refusal = 'append-only'
    for (const statement of ["UPDATE audit SET person_name = 'x'", 'DELETE FROM audit WHERE id = 1']) {
      expect(() => {
        changeDatabase(server, statement)
      }).toThrow(refusal)
    }
  })

  it('remembers the last verification', async () => {
    const { verification } = await owner.call('audit_verify', {})
    expect(verification).toMatchObject({ ok: true, broken_at: null, by: 'owner', at: server.clock.now() })
    const rows = await server.store.read((unit) => unit.audit.after(0, 1000))
    expect(verification).toMatchObject({ rows: rows.length, head: rows.at(-1)!.hash })
    expect(await owner.call('audit_verify', { last: true })).toEqual({ verification })
  })
})

/** A person with access to the database takes away what protects the log. */
const WITHOUT_TRIGGERS = IS_POSTGRES
  ? ['ALTER TABLE audit DISABLE TRIGGER ALL']
  : ['DROP TRIGGER audit_is_never_changed', 'DROP TRIGGER audit_is_never_deleted']

async function tampered(...statements: string[]): Promise<VerificationRecord | null> {
  const other = await TestServer.start()
  try {
    for (const name of ['A', 'B', 'C', 'D']) await other.act('app_create', { name })
    const db = await openDatabase(other)
    for (const statement of [...WITHOUT_TRIGGERS, ...statements]) await db.rows(statement)
    await db.close()
    return (await other.act('audit_verify', {})).verification
  } finally {
    await other.end()
  }
}

describe('audit_verify after a change in the database', () => {
  it.each([
    ['a changed row', "UPDATE audit SET subject_label = 'X' WHERE id = 2", 2, 'changed'],
    ['a row taken out', 'DELETE FROM audit WHERE id = 2', 3, 'changed'],
    ['the end cut off', 'DELETE FROM audit WHERE id > 2', 3, 'cut'],
    ['everything cut off', 'DELETE FROM audit', 1, 'cut'],
    ['two rows that changed places', 'UPDATE audit SET id = 9 WHERE id = 2', 3, 'changed'],
    [
      'a row put on the end',
      "INSERT INTO audit SELECT 7, at, person_id, person_name, role, ip, action, subject_kind, subject_id, 'X', app_id, owner_id, before, after, hash FROM audit WHERE id = 6",
      7,
      'changed',
    ],
  ])('reports %s', async (_, statement, brokenAt, reason) => {
    expect(await tampered(statement)).toMatchObject({ ok: false, broken_at: brokenAt, reason })
  })
})
