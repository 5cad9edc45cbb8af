import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DECLARED_ACTIONS, type ChangingAction } from '../../src-server/contract/actions/index.ts'
import type { AuditRecord } from '../../src-server/contract/records/audit.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import { TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { hasWord } from '../e2e/support/words.ts'
import { memberChanges } from '../../src-renderer/features/audit/member-changes.ts'
import { memberLabelKeys } from '../../src-renderer/features/audit/member-labels.ts'
import { accountsCases } from './audit-cases/accounts.ts'
import { agentsCases } from './audit-cases/agents.ts'
import { applicationsCases } from './audit-cases/applications.ts'
import type { AuditCases } from './audit-cases/audit-case.ts'
import { auditCases } from './audit-cases/audit.ts'
import { AuditWorld } from './audit-cases/audit-world.ts'
import { codesCases } from './audit-cases/codes.ts'
import { devicesCases } from './audit-cases/devices.ts'
import { fieldCases } from './audit-cases/fields.ts'
import { importsCases } from './audit-cases/imports.ts'
import { peopleCases } from './audit-cases/people.ts'
import { platformCases } from './audit-cases/platform.ts'
import { requestsCases } from './audit-cases/requests.ts'
import { salesCases } from './audit-cases/sales.ts'
import { messageCases } from './audit-cases/messages.ts'
import { messengerCases } from './audit-cases/messenger.ts'
import { mailCases } from './audit-cases/mail.ts'
import { riskCases } from './audit-cases/risk.ts'
import { ruleCases } from './audit-cases/rules.ts'
import { secretsIn, secretsKept } from './audit-cases/secrets.ts'
import { sessionCases } from './audit-cases/session.ts'
import { webhookCases } from './audit-cases/webhooks.ts'

/** The type requires a case for each action. */
const CASES: AuditCases = {
  ...sessionCases,
  ...applicationsCases,
  ...codesCases,
  ...accountsCases,
  ...devicesCases,
  ...fieldCases,
  ...importsCases,
  ...peopleCases,
  ...platformCases,
  ...auditCases,
  ...requestsCases,
  ...agentsCases,
  ...salesCases,
  ...riskCases,
  ...webhookCases,
  ...ruleCases,
  ...mailCases,
  ...messageCases,
  ...messengerCases,
}

let server: TestServer
let world: AuditWorld
const secrets = new Set<string>()

beforeAll(async () => {
  server = await TestServer.start()
  world = await AuditWorld.of(server)
})
afterAll(() => server.end())

/** All rows as the console reads them. */
async function* auditRecords(reader: ConsoleClient): AsyncGenerator<AuditRecord> {
  for (let page = 1; ; page++) {
    const { rows } = await reader.call('audit_list', { page, size: 500 })
    yield* rows
    if (rows.length < 500) return
  }
}

const rowsAfter = (id: number) => server.store.read((unit) => unit.audit.after(id, 10_000))
const lastRow = async () => (await rowsAfter(0)).at(-1)?.id ?? 0

interface Called {
  readonly send: (world: AuditWorld) => unknown
  readonly as?: (world: AuditWorld) => ConsoleClient | Promise<ConsoleClient>
  readonly row?: string
  readonly also?: string
}
/** The case of an action that is called here; undefined where another test covers it. */
function callOf(name: ChangingAction): Called | undefined {
  const given = CASES[name]
  if ('elsewhere' in given) return undefined
  return typeof given === 'function' ? { send: given } : given
}

describe('every action that changes something', () => {
  const changing = DECLARED_ACTIONS.filter(({ reads }) => reads !== true).map(
    ({ name }) => name as ChangingAction,
  )

  it('has a case', () => {
    expect(Object.keys(CASES).sort()).toEqual([...changing].sort())
  })

  it.each(changing.filter((name) => callOf(name) !== undefined))('%s writes its row', async (name) => {
    const { send, as, row = name, also } = callOf(name)!
    const caller = (await as?.(world)) ?? world.owner
    const input = await send(world)
    const before = await lastRow()
    const reply = await caller.try(name, input)
    expect(reply, JSON.stringify(reply)).toMatchObject({ code: 200 })
    for (const secret of [...secretsIn(input), ...secretsIn(reply.msg)]) secrets.add(secret)
    // A job writes its row when it ends.
    const rows = await until(async () => {
      const found = await rowsAfter(before)
      return found.length > 0 && found
    }, `a row of ${name}`)
    expect(new Set(rows.map(({ action }) => action))).toEqual(
      new Set(also === undefined ? [row] : [row, also]),
    )
    const [first] = rows
    expect(first).toMatchObject({ at: server.clock.now(), ip: '127.0.0.1' })
    expect(first!.personId).toBeGreaterThan(0)
    expect(first!.subjectKind).not.toBe('')
    expect(first!.before + first!.after, 'what was changed').not.toBe('')
  })
})

describe('the audit log after all cases', () => {
  it('holds no secret that was sent, answered or stored', async () => {
    for (const secret of await secretsKept(server)) secrets.add(secret)
    expect(secrets.size).toBeGreaterThan(30)
    const rows = await rowsAfter(0)
    for (const row of rows) {
      const { hash: _, ...shown } = row
      const text = JSON.stringify(shown)
      const found = [...secrets].filter((secret) => text.includes(secret))
      expect(found, `${row.action}: ${text}`).toEqual([])
    }
  })

  it('has a label in both languages for every member that a row can name', async () => {
    const nameless = new Set<string>()
    for await (const row of auditRecords(world.owner))
      for (const { path } of memberChanges(row))
        for (const locale of ['en', 'zh-CN'] as const)
          if (memberLabelKeys(row.subject_kind, path, (key) => hasWord(locale, key)) === undefined)
            nameless.add(`${row.subject_kind}: ${path}`)
    expect([...nameless].sort()).toEqual([])
  })

  it('has an intact chain', async () => {
    const { verification } = await world.owner.call('audit_verify', {})
    expect(verification).toMatchObject({ ok: true, rows: (await rowsAfter(0)).length })
  })
})
