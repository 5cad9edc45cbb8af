import { getTableColumns, is, Table as AnyTable, type Column } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as postgresSchema from '../../src-server/store/postgres/schema/index.ts'
import * as sqliteSchema from '../../src-server/store/sqlite/schema/index.ts'
import { postgresCatalog, sqliteCatalog, type Catalog } from './catalogs.ts'
import { openStore, type OpenStore } from './open-store.ts'

const SEARCH = /^(account|audit|code|device)_search(_\w+)?$/

/** Tables that one engine alone has, each with the reason. */
const SQLITE_ALONE: Readonly<Record<string, string>> = {
  outbox_counts: 'one row an application would be the lock of everybody who writes a message',
  sqlite_sequence: 'SQLite keeps the numbers of AUTOINCREMENT there',
}
const POSTGRES_ALONE: Readonly<Record<string, string>> = {
  desk: 'its row makes one desk lane of all copies',
  units: 'a copy whose connection broke finds there what was committed',
  changes: 'the other copies read there what a commit changed',
  copies: 'the copies that run',
  counts: 'the copies share their allowances',
}

/** Columns that PostgreSQL alone has, each with the reason. */
const ADDED: Readonly<Record<string, string>> = {
  'codes.is_used_up': 'an index on `left` would make each login write all indexes of the table',
  'images.number': 'the order in which they were added, as the number of a row of SQLite',
}

/** Other differences, each with the reason. */
const DIFFERENCES: Readonly<Record<string, string>> = {
  'migrations.columns': "the program makes this table itself, and SQLite's key may be NULL by its words",
  'operators.foreignKeys':
    'SQLite got the column later, without a deletion of the staff; nobody deletes an employer',
}

let sqlite: OpenStore
let postgres: OpenStore
let catalogs: { readonly sqlite: Catalog; readonly postgres: Catalog }
beforeAll(async () => {
  sqlite = await openStore('SQLite')
  postgres = await openStore('PostgreSQL')
  catalogs = { sqlite: await sqliteCatalog(sqlite.run), postgres: await postgresCatalog(postgres.run) }
})
afterAll(() => Promise.all([sqlite.close(), postgres.close()]))

/** Without the columns that PostgreSQL alone has. */
function withoutAdded<T>(table: string, columns: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(
    Object.entries(columns).filter(([name]) => ADDED[`${table}.${name}`] === undefined),
  )
}

const namesIn = (catalog: Catalog) => Object.keys(catalog).filter((name) => !SEARCH.test(name))

it('both engines have the same tables', () => {
  const [one, other] = [namesIn(catalogs.sqlite), namesIn(catalogs.postgres)]
  expect(one.filter((name) => !other.includes(name))).toEqual(Object.keys(SQLITE_ALONE).sort())
  expect(other.filter((name) => !one.includes(name))).toEqual(Object.keys(POSTGRES_ALONE).sort())
})

it.each(['columns', 'unique', 'checks', 'foreignKeys'] as const)('both engines have the same %s', (part) => {
  const shared = namesIn(catalogs.sqlite).filter((name) => catalogs.postgres[name] !== undefined)
  const of = (catalog: Catalog) =>
    Object.fromEntries(
      shared
        .filter((name) => DIFFERENCES[`${name}.${part}`] === undefined)
        .map((name) => {
          const table = catalog[name]
          return [name, part === 'columns' ? withoutAdded(name, table?.columns ?? {}) : table?.[part]]
        }),
    )
  expect(shared.length).toBeGreaterThan(60)
  expect(of(catalogs.postgres)).toEqual(of(catalogs.sqlite))
})

it('each listed difference is one', () => {
  for (const key of Object.keys(DIFFERENCES)) {
    const [name = '', part = ''] = key.split('.')
    const of = (catalog: Catalog) => catalog[name]?.[part as 'columns']
    expect(of(catalogs.sqlite), key).toBeDefined()
    expect(of(catalogs.postgres), key).not.toEqual(of(catalogs.sqlite))
  }
})

it('both schemas describe the same members, so a record is the same from either', () => {
  const of = (schema: object) => {
    const tables = Object.entries(schema).filter(
      (entry): entry is [string, AnyTable] => is(entry[1], AnyTable) && entry[0] !== 'outboxCounts',
    )
    return Object.fromEntries(
      tables.map(([name, table]) => {
        const members = Object.entries<Column>(getTableColumns(table)).map(([member, column]) => [
          member,
          {
            // Bytes are a type of our own on PostgreSQL.
            dataType: column.dataType === 'buffer' ? 'custom' : column.dataType,
            notNull: column.notNull,
            hasDefault: column.hasDefault || column.primary,
            enumValues: column.enumValues,
          },
        ])
        return [name, withoutAdded(name, Object.fromEntries(members) as Record<string, unknown>)]
      }),
    )
  }
  const [one, other] = [of(sqliteSchema), of(postgresSchema)]
  const shared = Object.fromEntries(Object.entries(other).filter(([name]) => one[name] !== undefined))
  expect(
    Object.keys(other)
      .filter((name) => one[name] === undefined)
      .sort(),
  ).toEqual(Object.keys(POSTGRES_ALONE).sort())
  expect(shared).toEqual(one)
})

it("every text of PostgreSQL has SQLite's order", async () => {
  const others = await postgres.run(
    `SELECT t.relname, a.attname, c.collname FROM pg_attribute a JOIN pg_class t ON t.oid = a.attrelid
     LEFT JOIN pg_collation c ON c.oid = a.attcollation
     WHERE t.relnamespace = 'public'::regnamespace AND t.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
       AND a.attcollation <> 0 AND c.collname <> 'C' AND t.relname <> 'migrations'`,
  )
  expect(others).toEqual([])
})

it('no index of codes names what the login of a used code writes, so that login writes no index', async () => {
  // The dependencies of an index hold the columns of its condition too.
  const named = await postgres.run(
    `SELECT i.indexrelid::regclass::text, a.attname FROM pg_index i
     JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = i.indexrelid AND d.refobjid = i.indrelid
     JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = d.refobjsubid
     WHERE i.indrelid = 'codes'::regclass AND a.attname IN ('left', 'ip', 'ip6', 'revision')`,
  )
  expect(named).toEqual([])
})
