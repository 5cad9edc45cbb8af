import { claimOf } from '../../src-server/domain/outbox/claim.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Scope } from '../../src-server/domain/access/scope.ts'
import { connect } from '../../src-server/store/sqlite/connection.ts'
import { runMigrations } from '../../src-server/store/sqlite/migrate.ts'
import { readMigrations } from '../../src-server/store/migrations.ts'
import { createOutboxRepository } from '../../src-server/store/sqlite/repositories/outbox.ts'
import { addApplication } from './list-pages.ts'

const MIGRATIONS = readMigrations(resolve(import.meta.dirname, '../../drizzle/main'))
const COUNTED = MIGRATIONS.findIndex(({ tag }) => tag === '0009_outbox_counts')
const folder = mkdtempSync(join(tmpdir(), 'pulsekey-outbox-'))
const DEVELOPER = 2
/** The developer's, the owner's, a deleted one, none. */
const APPS = [1, 2, 77, null]
const PEOPLE = [1, DEVELOPER, null]
const SCOPES: Record<string, Scope> = {
  owner: { kind: 'everything' },
  developer: { kind: 'ownedBy', operatorId: DEVELOPER },
  agent: { kind: 'attributedTo', operatorId: 3 },
}

const ran: string[] = []
let db: Database.Database
let outbox: ReturnType<typeof createOutboxRepository>
let keys = 0

function message(appId: number | null, operatorId: number | null, createdAt: number) {
  const of = { appId, operatorId, deviceId: null, openId: `ou_${operatorId}` }
  return {
    ...of,
    key: `k${++keys}`,
    kind: 'messenger',
    purpose: 'request',
    subject: '',
    text: 'x',
    createdAt,
  } as const
}

beforeAll(() => {
  db = new Database(join(folder, 'pulsekey.db'), { verbose: (sql) => ran.push(String(sql)) })
  // The state before numbers were stored, with messages in it.
  runMigrations(db, MIGRATIONS.slice(0, COUNTED), 1)
  db.exec(`INSERT INTO operators (name, role, password_hash, created_at)
    VALUES ('owner', 'owner', '', 1), ('developer', 'developer', '', 1), ('agent', 'agent', '', 1)`)
  addApplication(db)
  addApplication(db)
  db.exec(`UPDATE applications SET owner_id = ${DEVELOPER} WHERE id = (SELECT min(id) FROM applications)`)
  const ids = db.prepare<[], number>('SELECT id FROM applications ORDER BY id').pluck().all()
  APPS.splice(0, 2, ...ids)
  const put = db.prepare(
    `INSERT INTO outbox (key, kind, text, state, app_id, operator_id, next_at, created_at) VALUES (?, 'mail', '', ?, ?, ?, 1, 1)`,
  )
  for (const app of APPS)
    for (const person of PEOPLE)
      for (const state of ['waiting', 'sent', 'dead', 'dead']) put.run(`old${++keys}`, state, app, person)
  runMigrations(db, MIGRATIONS.slice(COUNTED), 2)
  outbox = createOutboxRepository(connect(db))
})
beforeEach(() => {
  ran.length = 0
})
afterAll(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Counted one by one from the list. */
async function counted(scope: Scope) {
  const number = async (state: 'waiting' | 'dead') =>
    (
      await outbox.list(
        scope,
        { state },
        { offset: 0, limit: 1, sort: 'id', desc: true, exact: true, search: '' },
      )
    ).total
  return { waiting: await number('waiting'), dead: await number('dead') }
}

async function expectRight(): Promise<void> {
  for (const [who, scope] of Object.entries(SCOPES))
    expect(await outbox.counts(scope), who).toMatchObject(await counted(scope))
}

it('counts the messages that existed before', async () => {
  expect(await outbox.counts(SCOPES['owner']!)).toMatchObject({ waiting: 12, dead: 24 })
  await expectRight()
})

const someIds = (state: string) =>
  db
    .prepare<[string], number>('SELECT id FROM outbox WHERE state = ? ORDER BY id DESC LIMIT 2')
    .pluck()
    .all(state)

const acts: Record<string, (app: number | null, person: number | null, now: number) => Promise<unknown>> = {
  add: (app, person, now) => outbox.add(message(app, person, now)),
  addTwice: async (app, person, now) => {
    const one = message(app, person, now)
    await outbox.add(one)
    await outbox.add(one)
  },
  record: (app, person, now) =>
    outbox.record(message(app, person, now), { state: 'sent', lastError: '', parcel: '', sentAt: now }),
  give: (app, person, now) =>
    outbox.record(message(app, person, now), { state: 'dead', lastError: 'x', parcel: '', sentAt: null }),
  send: async (_app, _person, now) => {
    await outbox.claim(someIds('waiting'), `p${now}`, claimOf('copy', now))
    await outbox.settle(`p${now}`, { state: 'sent' }, claimOf('copy', now))
  },
  fail: async (_app, _person, now) => {
    await outbox.claim(someIds('waiting'), `p${now}`, claimOf('copy', now))
    await outbox.settle(
      `p${now}`,
      { state: 'waiting', error: 'later', nextAt: now + 9, keepsParcel: false },
      claimOf('copy', now),
    )
  },
  bury: () => outbox.bury(someIds('waiting'), 'no_recipient'),
  buryOld: (_app, _person, now) => outbox.buryBefore(now - 3, 'too_old'),
  revive: (_app, _person, now) => outbox.revive(someIds('dead'), now),
  discard: () => outbox.discard(someIds('dead')),
  forget: (_app, _person, now) => outbox.forget(now - 2, now - 5, 3),
}

it('stored numbers equal the list after every event', async () => {
  let now = 100
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.tuple(fc.constantFrom(...Object.keys(acts)), fc.constantFrom(...APPS), fc.constantFrom(...PEOPLE)),
        { maxLength: 30 },
      ),
      async (steps) => {
        for (const [act, app, person] of steps) await acts[act]!(app, person, ++now)
        await expectRight()
      },
    ),
    { numRuns: 30 },
  )
})

it('a repeated failure, and a message that came and left, are changes only for readers of the list', async () => {
  const changes = async () => {
    const of = async (who: string) => (await outbox.counts(SCOPES[who]!)).changes
    return { owner: await of('owner'), developer: await of('developer') }
  }
  const others = message(APPS[1]!, 1, 1000)
  const before = await changes()
  await outbox.record(others, { state: 'sent', lastError: '', parcel: '', sentAt: 1000 })
  const after = await changes()
  expect(after.owner).toBeGreaterThan(before.owner)
  expect(after.developer).toBe(before.developer)
  await outbox.add(message(APPS[0]!, null, 1000))
  const [id] = someIds('waiting')
  const claim = claimOf('copy', 1000)
  await outbox.claim([id!], 'again', claim)
  const waiting = await changes()
  await outbox.settle('again', { state: 'waiting', error: 'later', nextAt: 1009, keepsParcel: true }, claim)
  expect((await changes()).developer).toBeGreaterThan(waiting.developer)
})

it('counts read no message', async () => {
  ran.length = 0
  for (const scope of Object.values(SCOPES)) await outbox.counts(scope)
  const asked = ran.splice(0).filter((sql) => /^select/i.test(sql))
  expect(asked).toHaveLength(3)
  for (const sql of asked) {
    const plan = db.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all()
    expect(plan.filter(({ detail }) => /\boutbox\b/.test(detail))).toEqual([])
    expect(plan.some(({ detail }) => detail.includes('outbox_counts'))).toBe(true)
  }
})
