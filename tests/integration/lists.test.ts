import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COUNTED_ROWS } from '../../src-server/contract/limits.ts'
import type { Scope } from '../../src-server/domain/access/scope.ts'
import { codeState, type Code } from '../../src-server/domain/code/code.ts'
import type { CodeFilter, CodeSort } from '../../src-server/store/repositories/codes.ts'
import { connect } from '../../src-server/store/sqlite/connection.ts'
import { prepareDatabase } from '../../src-server/store/sqlite/prepare-database.ts'
import { createAccountRepository } from '../../src-server/store/sqlite/repositories/accounts.ts'
import { createAuditRepository } from '../../src-server/store/sqlite/repositories/audit.ts'
import { createCodeSeatRepository } from '../../src-server/store/sqlite/repositories/code-seats.ts'
import { createCodeRepository } from '../../src-server/store/sqlite/repositories/codes.ts'
import { createDeviceRepository } from '../../src-server/store/sqlite/repositories/devices.ts'
import { createSearchIndexRepository } from '../../src-server/store/sqlite/repositories/search-index.ts'
import { AGENT, DEVELOPER, fillStore, type Filled } from '../bench/lists/fill-store.ts'
import { addApplication, query, walk } from './list-pages.ts'

// More codes than the server counts exactly, and few of each other kind.
const CODES = 16_000
const MIGRATIONS = resolve(import.meta.dirname, '../../drizzle/main')
const folder = mkdtempSync(join(tmpdir(), 'pulsekey-lists-'))
const file = join(folder, 'pulsekey.db')
const ran: string[] = []
const now = Math.floor(Date.now() / 1000)

/** Callers with different scopes. The token is limited to two applications. */
const WHO = ['owner', 'developer', 'agent', 'token'] as const
let filled: Filled
let db: Database.Database
let scopes: Record<(typeof WHO)[number], Scope>
let everything: Code[]
let owners: Map<number, number>
let codes: ReturnType<typeof createCodeRepository>

beforeAll(async () => {
  const empty = await prepareDatabase(file, MIGRATIONS, now)
  empty.exec(`INSERT INTO operators (name, role, password_hash, created_at) VALUES ('owner', 'owner', '', 1)`)
  addApplication(empty)
  empty.close()
  filled = await fillStore(folder, CODES, () => undefined)
  db = new Database(file, { verbose: (sql) => ran.push(String(sql)) })
  const idOf = (name: string) =>
    db.prepare<[string], number>('SELECT id FROM operators WHERE name = ?').pluck().get(name)!
  scopes = {
    owner: { kind: 'everything' },
    developer: { kind: 'ownedBy', operatorId: idOf(DEVELOPER) },
    agent: { kind: 'attributedTo', operatorId: idOf(AGENT) },
    token: { kind: 'within', apps: [filled.app, 1], of: { kind: 'ownedBy', operatorId: idOf(DEVELOPER) } },
  }
  db.exec('UPDATE codes SET end_time = 0 WHERE id % 997 = 1 AND end_time IS NOT NULL')
  db.exec('UPDATE codes SET use_time = 0 WHERE id % 991 = 1 AND use_time IS NOT NULL')
  const connection = connect(db)
  codes = createCodeRepository(connection, createCodeSeatRepository(connection))
  everything = await codes.between({ kind: 'everything' }, { filter: {} }, now, { after: 0, upTo: 1e9 })
  everything.push(
    ...(await codes.between({ kind: 'everything' }, { filter: { state: 'recycled' } }, now, {
      after: 0,
      upTo: 1e9,
    })),
  )
  const apps = db.prepare<[], { id: number; owner_id: number }>('SELECT id, owner_id FROM applications').all()
  owners = new Map(apps.map(({ id, owner_id }) => [id, owner_id]))
}, 120_000)

afterAll(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

function sees(scope: Scope, code: Code): boolean {
  switch (scope.kind) {
    case 'within':
      return scope.apps.includes(code.appId) && sees(scope.of, code)
    case 'everything':
      return true
    case 'ownedBy':
      return owners.get(code.appId) === scope.operatorId
    case 'attributedTo':
      return code.agentId === scope.operatorId
  }
}

const MEMBER = {
  id: 'id',
  kami: 'kami',
  created_at: 'createdAt',
  use_time: 'useTime',
  end_time: 'endTime',
  recycled_at: 'recycledAt',
} as const

function expected(scope: Scope, filter: CodeFilter, sort: CodeSort, desc: boolean, search = ''): number[] {
  const text = search.toLowerCase()
  const value = (code: Code) => code[MEMBER[sort]] ?? -1
  const found = everything.filter(
    (code) =>
      sees(scope, code) &&
      (filter.state === undefined ? code.recycledAt === null : codeState(code, now) === filter.state) &&
      (filter.type === undefined || code.type === filter.type) &&
      (filter.app === undefined || code.appId === filter.app) &&
      (filter.batch === undefined || code.batchId === filter.batch) &&
      (filter.agent === undefined || code.agentId === filter.agent) &&
      [code.kami, code.note, code.markcode, code.accountKey].some((one) => one.toLowerCase().includes(text)),
  )
  found.sort((a, b) => (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : a.id - b.id))
  if (desc) found.reverse()
  return found.map(({ id }) => id)
}

const filters = (): [string, CodeFilter, string?][] => [
  ['nothing', {}],
  ...(['unused', 'in_use', 'expired', 'used_up', 'disabled', 'recycled'] as const).map(
    (state): [string, CodeFilter] => [state, { state }],
  ),
  ['a type', { type: 'count' }],
  ['a type nobody has', { type: 'points' }],
  ['an application', { app: filled.app }],
  ['a batch', { batch: filled.batch }],
  ['an agent', { agent: filled.agent }],
  ['an agent and a state', { agent: filled.agent, state: 'in_use' }],
  ['all at once', { app: filled.app, type: 'count', state: 'used_up' }],
  ['a text of many', {}, 'batch'],
  ['a text of few', {}, everything[99]!.kami.slice(3, 7).toLowerCase()],
  ['two letters', {}, 'ab'],
  ['two characters', {}, '活动'],
  ['one character', { type: 'time' }, '节'],
  ['nothing like it', {}, '100%'],
]

describe('code_list', () => {
  it.each(WHO)(
    'as %s: finds the right codes for every filter, in every order',
    async (who) => {
      const scope = scopes[who]
      for (const [name, filter, search] of filters()) {
        for (const sort of Object.keys(MEMBER) as CodeSort[]) {
          const desc = sort.length % 2 === 0
          const all = expected(scope, filter, sort, desc, search)
          const page = await codes.list(
            scope,
            filter,
            query<CodeSort>({ sort, desc, search, limit: 40 }),
            now,
          )
          const text = `${who}, ${name}, by ${sort}`
          expect(
            page.rows.map(({ id }) => id),
            text,
          ).toEqual(all.slice(0, 40))
          expect([page.total, page.total_exact], text).toEqual([
            Math.min(all.length, COUNTED_ROWS),
            all.length <= COUNTED_ROWS,
          ])
        }
      }
    },
    120_000,
  )

  it.each(Object.keys(MEMBER) as CodeSort[])(
    'by %s, page after page: lists each code once, in order',
    async (sort) => {
      for (const [scope, filter, desc] of [
        [scopes.owner, {}, true],
        [scopes.developer, { state: 'in_use' }, false],
        [scopes.agent, {}, true],
        [scopes.developer, { state: 'recycled' }, false],
      ] as [Scope, CodeFilter, boolean][]) {
        const rows = await walk<CodeSort, Code>(sort, (after) =>
          codes.list(scope, filter, query({ sort, desc, after, limit: 500 }), now),
        )
        expect(rows.map(({ id }) => id)).toEqual(expected(scope, filter, sort, desc))
      }
    },
    60_000,
  )

  it('counts all where an act uses the number', async () => {
    const all = expected(scopes.owner, {}, 'id', true)
    const page = await codes.list(scopes.owner, {}, query<CodeSort>({ exact: true }), now)
    expect([page.total, page.total_exact]).toEqual([all.length, true])
    expect(page.rows.map(({ id }) => id)).toEqual(all.slice(0, 50))
  })

  it('answers the same page by its number and by its cursor', async () => {
    const all = expected(scopes.developer, {}, 'kami', false)
    const page = await codes.list(
      scopes.developer,
      {},
      query<CodeSort>({ sort: 'kami', desc: false, offset: 100 }),
      now,
    )
    expect(page.rows.map(({ id }) => id)).toEqual(all.slice(100, 150))
  })
})

describe('a search', () => {
  it('finds a text written a moment ago, and a changed row by its new text only', async () => {
    const index = createSearchIndexRepository(connect(db))
    const found = async (search: string) =>
      (await codes.list(scopes.owner, {}, query<CodeSort>({ search }), now)).rows.map(({ note }) => note)
    const code = (await codes.list(scopes.owner, {}, query<CodeSort>({}), now)).rows[0]!
    const note = (text: string) => db.prepare('UPDATE codes SET note = ? WHERE id = ?').run(text, code.id)
    note('Quail "x" 50%_off')
    expect(await index.isBehind()).toBe(true)
    for (const search of ['quail', '"x"', '%_o', '%', 'QUAIL "X" 50%_OFF'])
      expect(await found(search)).toContain('Quail "x" 50%_off')
    await index.catchUp(1000)
    expect(await index.isBehind()).toBe(false)
    for (const search of ['quail', '"x"', '%_o', '%', 'QUAIL "X" 50%_OFF'])
      expect(await found(search)).toContain('Quail "x" 50%_off')
    note('鹌鹑')
    expect(await found('quail')).toEqual([])
    await index.catchUp(1000)
    expect(await found('quail')).toEqual([])
    expect(await found('鹌鹑')).toEqual(['鹌鹑'])
    expect(await found('鹑')).toEqual(['鹌鹑'])
    db.prepare('DELETE FROM codes WHERE id = ?').run(code.id)
    expect(await found('鹌鹑')).toEqual([])
    await index.catchUp(1000)
    expect(await found('鹌鹑')).toEqual([])
  })

  it("takes every character of the caller's text literally", async () => {
    for (const search of ['"', `'`, 'a" OR "b', 'kami:abc', '*', 'NEAR(a b)', 'nul\0', '\\', '^abc'])
      expect((await codes.list(scopes.developer, {}, query<CodeSort>({ search }), now)).total, search).toBe(0)
  })
})

describe('the queries for a page', () => {
  /** Tables that no query may scan from end to end. */
  const LARGE = /^SCAN (codes|devices|accounts)\b/

  /** The plans of the queries, without the sort of the final page. */
  function plans(): string[] {
    return ran.splice(0).flatMap((sql) =>
      /^SELECT/i.test(sql) && !sql.includes('_search MATCH')
        ? db
            .prepare<[], { parent: number; detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
            .all()
            .filter(
              ({ parent, detail }) =>
                LARGE.test(detail) || (parent !== 0 && detail.includes('TEMP B-TREE FOR')),
            )
            .map(({ detail }) => `${detail}\n  ${sql}`)
        : [],
    )
  }

  it.each(WHO)(
    'use an index for %s, and sort only the page',
    async (who) => {
      const scope = scopes[who]
      const devices = createDeviceRepository(connect(db))
      const accounts = createAccountRepository(connect(db))
      ran.length = 0
      const after = { value: 1, id: 1 }
      for (const [, filter, search] of filters()) {
        for (const sort of Object.keys(MEMBER) as CodeSort[]) {
          await codes.list(scope, filter, query({ sort, search }), now)
          await codes.list(scope, filter, query({ sort, search, after, desc: false }), now)
        }
      }
      for (const sort of ['id', 'account_key', 'label', 'vip', 'created_at'] as const) {
        for (const filter of [
          {},
          { state: 'active' },
          { state: 'disabled' },
          { expires: '7' },
          { app: filled.app },
        ] as const)
          await devices.list(scope, filter, query({ sort, after }), now)
      }
      for (const sort of ['id', 'user', 'vip', 'created_at', 'last_login_at'] as const) {
        for (const filter of [{}, { disabled: true }, { disabled: false }, { app: filled.app }])
          await accounts.list(scope, filter, query({ sort, after }))
      }
      expect(plans()).toEqual([])
    },
    120_000,
  )

  it('use the indexes of the audit log too', async () => {
    const audit = createAuditRepository(connect(db))
    const { operatorId } = scopes.developer as Extract<Scope, { operatorId: number }>
    const viewer = { role: 'developer', operatorId, personId: operatorId } as Parameters<typeof audit.list>[0]
    ran.length = 0
    const rows = await walk('id', (after) => audit.list(viewer, {}, query({ after, limit: 500 })))
    for (const filter of [
      { app: filled.app },
      { action: 'code_update' },
      { subjectKind: 'code', subjectId: '7' },
      { person: operatorId },
    ])
      await audit.list(viewer, filter, query({}))
    expect(plans().filter((plan) => /audit/.test(plan))).toEqual([])
    const ids = db
      .prepare<[number, number], number>(
        'SELECT id FROM audit WHERE owner_id = ? OR person_id = ? ORDER BY id DESC',
      )
      .pluck()
      .all(operatorId, operatorId)
    expect(rows.map(({ id }) => id)).toEqual(ids)
  })
})
