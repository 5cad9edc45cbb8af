import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCli, type CliRun } from '../../support/run-cli.ts'
import { layEmptyData } from '../../support/empty-data.ts'
import { ACCOUNTS, askFigures, layFigures } from '../../support/moving/lay-figures.ts'
import { layEveryTable } from '../../support/moving/lay-every-table.ts'
import { createTestDatabase, type TestDatabase } from '../../support/postgres/test-database.ts'
import { withClient } from '../../support/postgres/with-client.ts'
import { openTelemetryStore } from '../../support/telemetry/open-telemetry-store.ts'
import { postgresCatalog } from '../catalogs.ts'
import { openPostgresTelemetry } from './open-postgres-telemetry.ts'

const MIGRATIONS = join(resolve(import.meta.dirname, '../../..'), 'drizzle')
const BEGIN = 1_700_000_000
/** Tables that may be empty after the fixture, each with the reason. */
const EMPTY: Readonly<Record<string, string>> = {
  changes: 'copies tell each other what a commit changed',
  copies: 'no copy runs',
  counts: 'copies share their allowances there',
  units: 'no unit ran here',
}
/** SQLite's own tables of the searches: its queues hold what is not indexed yet. */
const SEARCH = /^(account|audit|code|device)_search(_\w+)?$/

const root = mkdtempSync(join(tmpdir(), 'pulsekey-moving-'))
const [first, second] = [join(root, 'first'), join(root, 'second')]
const storeFile = join(root, 'store')
let database: TestDatabase
let fresh: TestDatabase
let there: CliRun
let back: CliRun
let figures: { readonly first: unknown; readonly last: number }

const rows = <R>(text: string) =>
  withClient<R[]>(database.url, async (client) => (await client.query<R & object>(text)).rows)
const move = (from: string, to: string, ...more: readonly string[]) =>
  runCli('move', from === 'postgres' ? to : from, [
    ...['--from', from, '--to', to, '--store-file', storeFile, '--json'],
    ...more,
  ])

beforeAll(async () => {
  const { mkdirSync } = await import('node:fs')
  mkdirSync(first)
  await layEmptyData(first, MIGRATIONS)
  await layEveryTable(join(first, 'pulsekey.db'))
  const laid = await openTelemetryStore(first, BEGIN)
  const last = await layFigures(laid, BEGIN)
  await laid.close()
  const store = await openTelemetryStore(first, last)
  const asked = await askFigures(store, BEGIN, last)
  await store.close()
  figures = { first: asked, last }
  database = await createTestDatabase()
  fresh = await createTestDatabase()
  writeFileSync(storeFile, database.url, { mode: 0o600 })
  there = await move(first, 'postgres')
  back = await move('postgres', second)
}, 300_000)
afterAll(async () => {
  await database.drop()
  await fresh.drop()
  rmSync(root, { recursive: true })
})

/** All rows of a file, by table. */
function dump(file: string): Record<string, unknown[]> {
  const db = new Database(file, { readonly: true })
  const tables = db
    .prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'migrations'")
    .pluck()
    .all()
  const all = tables
    .filter((name) => !SEARCH.test(name))
    .map((name) => [name, db.prepare(`SELECT * FROM "${name}" ORDER BY 1, 2`).all()] as const)
  db.close()
  return Object.fromEntries(all)
}

describe('a move to PostgreSQL and back', () => {
  it('ends well both times, and says what it did', () => {
    expect(there).toMatchObject({
      exit: 0,
      facts: { same: true, differences: [], changed: {}, accounts: ACCOUNTS.length },
    })
    expect(back).toMatchObject({ exit: 0, facts: { same: true, changed: {}, accounts: ACCOUNTS.length } })
    expect(back.facts['rows']).toBe(there.facts['rows'])
    expect(back.facts['steps']).toBe(there.facts['steps'])
  })

  it('takes along rows of every table', async () => {
    const tables = await rows<{ name: string }>(
      `SELECT relname::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    )
    const counts = await Promise.all(
      tables.map(async ({ name }) => {
        const [found] = await rows<{ count: number }>(`SELECT count(*)::int AS count FROM "${name}"`)
        return [name, found?.count ?? 0] as const
      }),
    )
    const empty = counts.filter(([, count]) => count === 0).map(([name]) => name)
    expect(empty.sort()).toEqual(Object.keys(EMPTY))
  })

  it('gives the same rows when it comes back', () => {
    const [one, other] = [dump(join(first, 'pulsekey.db')), dump(join(second, 'pulsekey.db'))]
    expect(Object.keys(one).length).toBeGreaterThan(70)
    for (const [table, all] of Object.entries(one)) expect(other[table], table).toEqual(all)
  })

  it('keeps the order in which pictures came', () => {
    const order = (folder: string) => {
      const db = new Database(join(folder, 'pulsekey.db'), { readonly: true })
      const found = db.prepare('SELECT rowid, id FROM images ORDER BY rowid').all()
      db.close()
      return found
    }
    expect(order(second)).toEqual(order(first))
    expect(order(first)).toHaveLength(2)
  })

  it('queues every row for the search of SQLite', () => {
    const db = new Database(join(second, 'pulsekey.db'), { readonly: true })
    for (const [queue, table] of [
      ['code_search_queue', 'codes'],
      ['device_search_queue', 'devices'],
      ['account_search_queue', 'accounts'],
      ['audit_search_queue', 'audit'],
    ])
      expect(db.prepare(`SELECT id FROM ${queue} ORDER BY id`).all()).toEqual(
        db.prepare(`SELECT id FROM ${table} ORDER BY id`).all(),
      )
    db.close()
  })

  it('answers every question about figures alike at all three places', async () => {
    const { last } = figures
    const there = openPostgresTelemetry(database.url, last)
    const asked = await askFigures(there, BEGIN, last)
    await there.close()
    expect(asked).toEqual(figures.first)
    const home = await openTelemetryStore(second, last)
    expect(await askFigures(home, BEGIN, last)).toEqual(figures.first)
    await home.close()
  })
})

describe('the database after a move', () => {
  it('has all keys, indexes and triggers of a new one', async () => {
    const catalogOf = (url: string) =>
      postgresCatalog(<R>(sql: string) =>
        withClient<R[]>(url, async (client) => (await client.query<R & object>(sql)).rows),
      )
    const indexes = `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexdef`
    const triggers = `SELECT tgname::text, tgenabled FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1`
    const of = async (url: string) => ({
      catalog: await catalogOf(url),
      rest: await withClient(url, async (client) => [
        (await client.query(indexes)).rows,
        (await client.query(triggers)).rows,
      ]),
    })
    expect(await of(database.url)).toEqual(await of(fresh.url))
  })

  it('gives the next row the number that it would have got before', async () => {
    const db = new Database(join(first, 'pulsekey.db'), { readonly: true })
    const last = db.prepare<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'codes'").pluck().get()
    db.close()
    expect(await rows(`SELECT last_value AS last FROM codes_id_seq`)).toEqual([{ last: last }])
    expect(await rows(`SELECT last_value AS last FROM images_number_seq`)).toEqual([{ last: 3 }])
  })

  it('goes on counting its own migrations', async () => {
    await rows(`INSERT INTO migrations (tag, hash, applied_at) VALUES ('later', '', 0)`)
    const [found] = await rows(`SELECT tag FROM migrations ORDER BY position DESC LIMIT 1`)
    expect(found).toEqual({ tag: 'later' })
    await rows(`DELETE FROM migrations WHERE tag = 'later'`)
  })

  it('finds what its triggers would have written', async () => {
    const contents = async () => [
      await rows('SELECT * FROM code_search ORDER BY id'),
      await rows('SELECT * FROM device_search ORDER BY id'),
      await rows('SELECT * FROM account_search ORDER BY id'),
    ]
    const filled = await contents()
    expect(filled.map((all) => all.length)).toEqual([3, 3, 3])
    await rows(`DELETE FROM code_search; DELETE FROM device_search; DELETE FROM account_search;
      SELECT fill_code_search(c) FROM codes c;
      UPDATE devices SET label = label || 'x'; UPDATE devices SET label = left(label, -1);
      UPDATE accounts SET name = name || 'x'; UPDATE accounts SET name = left(name, -1)`)
    expect(await contents()).toEqual(filled)
    const audit = 'SELECT content, marks FROM audit_search WHERE id'
    const before = await rows(`${audit} <= 3 ORDER BY id`)
    expect(before).toHaveLength(3)
    await rows(`INSERT INTO audit SELECT id + 1000, at, person_id, person_name, role, ip, action, subject_kind, subject_id,
      subject_label, app_id, owner_id, before, after, hash FROM audit`)
    expect(await rows(`${audit} > 1000 ORDER BY id`)).toEqual(before)
  })
})

describe('the source after a move', () => {
  it('says where the data is, and opens only by force', async () => {
    const opened = await runCli('rotate-keys', first)
    expect(opened.exit).toBe(2)
    expect(opened.err).toContain('was moved to')
    expect(opened.err).toContain(database.name)
    expect(readFileSync(join(first, 'data-move.json'), 'utf8')).not.toContain('postgres:')
    const again = await move(first, 'postgres')
    expect(again.exit).toBe(2)
    expect(again.facts['error']).toContain('was moved to')
  })
})
