import type Database from 'better-sqlite3'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runMigrations } from './migrate.ts'
import { readMigrations, type Migration } from '../migrations.ts'
import { openDatabase } from './open.ts'

const MIGRATIONS = resolve(import.meta.dirname, '../../../drizzle/main')
const NOW = 1_700_000_000
const [OWNER, FIRST, SECOND] = [1, 2, 3]

let folder: string
let db: Database.Database
let rest: Migration[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-makers-'))
  db = openDatabase(join(folder, 'data.db'))
  const all = readMigrations(MIGRATIONS)
  const at = all.findIndex(({ tag }) => tag.endsWith('agent_makers'))
  runMigrations(db, all.slice(0, at), NOW)
  rest = all.slice(at, at + 1)
  person(OWNER, 'owner')
  person(FIRST, 'developer')
  person(SECOND, 'developer')
  insert('applications', { id: 10, owner_id: FIRST, name: 'First' })
  insert('applications', { id: 20, owner_id: SECOND, name: 'Second' })
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true })
})

interface Column {
  readonly name: string
  readonly type: string
  readonly notnull: number
  readonly dflt_value: unknown
}
/** A row whose other members are 0 or empty. */
function insert(table: string, given: Readonly<Record<string, string | number | null>>): void {
  const needed = (db.pragma(`table_info(${table})`) as Column[])
    .filter(({ name, notnull, dflt_value: value }) => name !== 'id' && notnull === 1 && value === null)
    .map(({ name, type }) => [name, /int/i.test(type) ? 0 : ''] as const)
  const row = { ...Object.fromEntries(needed), ...given }
  const names = Object.keys(row)
  db.prepare(
    `INSERT INTO ${table} (${names.map((name) => `"${name}"`).join()}) VALUES (${names.map(() => '?').join()})`,
  ).run(...Object.values(row))
}
const person = (id: number, role: string, parent: number | null = null) => {
  insert('operators', { id, name: `person ${id}`, role, parent_id: parent, created_at: 100 })
}
const account = (book: number, agent: number, at: number) => {
  insert('ledger_accounts', { book_id: book, kind: 'agent', agent_id: agent, created_at: at })
}
const code = (app: number, agent: number) => {
  insert('codes', { id: app, app_id: app, kami: `K${app}-${agent}`, type: 'vip', agent_id: agent })
}
const migrate = () => {
  runMigrations(db, rest, NOW)
}
const makerOf = (id: number) => db.prepare('SELECT maker_id FROM operators WHERE id = ?').pluck().get(id)
const booksOf = (id: number) =>
  db.prepare('SELECT book_id FROM ledger_accounts WHERE agent_id = ? ORDER BY book_id').pluck().all(id)

it('the maker of an agent is the one in whose books its first account was opened with it', () => {
  person(7, 'agent')
  account(SECOND, 7, 101)
  account(FIRST, 7, 102)
  person(8, 'agent', 7)
  account(SECOND, 8, 100)
  migrate()
  expect([makerOf(7), makerOf(8), makerOf(FIRST)]).toEqual([SECOND, 7, null])
})

it('an agent without an account of its first day keeps its only developer, and of several it goes to the owner', () => {
  person(7, 'agent')
  account(FIRST, 7, 9_000)
  person(8, 'agent')
  account(FIRST, 8, 9_000)
  account(SECOND, 8, 9_001)
  person(9, 'agent')
  migrate()
  expect([makerOf(7), makerOf(8), makerOf(9)]).toEqual([FIRST, OWNER, OWNER])
})

it('an agent with a code of a developer gets an account in the books of that developer, and no maker by it', () => {
  person(7, 'agent')
  account(FIRST, 7, 100)
  code(10, 7)
  code(20, 7)
  migrate()
  expect(booksOf(7)).toEqual([FIRST, SECOND])
  expect(makerOf(7)).toBe(FIRST)
})
