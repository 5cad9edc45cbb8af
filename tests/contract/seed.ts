import Database from 'better-sqlite3'
import { getTableColumns, type Column, type Table } from 'drizzle-orm'
import { drizzle as drizzleSqlite } from 'drizzle-orm/better-sqlite3'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import * as postgresSchema from '../../src-server/store/postgres/schema/index.ts'
import * as sqliteSchema from '../../src-server/store/sqlite/schema/index.ts'
import { withClient } from '../support/postgres/with-client.ts'

type SeedTable = 'operators' | 'applications' | 'devices' | 'codes' | 'requests'
type Row = Readonly<Record<string, unknown>>
type RowOf<T extends SeedTable> = Readonly<Partial<(typeof sqliteSchema)[T]['$inferInsert']>>

/**
 * Adds rows beside the store: each names the members that matter, and the others get a plain value.
 */
export type Seed = <T extends SeedTable>(table: T, rows: readonly RowOf<T>[]) => Promise<void>

/** @param file of the database */
export function seedSqlite(file: string): Seed {
  return async (name, rows) => {
    const db = new Database(file)
    const table = sqliteSchema[name]
    drizzleSqlite(db)
      .insert(table)
      .values(filled(table, rows) as never)
      .run()
    db.close()
  }
}

export function seedPostgres(url: string): Seed {
  return (name, rows) =>
    withClient(url, async (client) => {
      const table = postgresSchema[name]
      await drizzlePostgres({ client })
        .insert(table)
        .values(filled(table, rows) as never)
    })
}

function filled(table: Table, rows: readonly Row[]): Row[] {
  const needed = Object.entries(getTableColumns(table)).filter(
    ([, column]) => column.notNull && !column.hasDefault && !column.primary,
  )
  const plain = Object.fromEntries(needed.map(([member, column]) => [member, plainValue(column as Column)]))
  return rows.map((row) => ({ ...plain, ...row }))
}

function plainValue({ dataType, enumValues }: Column): unknown {
  if (dataType === 'number' || dataType === 'bigint') return 0
  if (dataType === 'boolean') return false
  return dataType === 'json' ? {} : (enumValues?.[0] ?? '')
}
