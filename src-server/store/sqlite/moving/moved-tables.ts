import { getTableColumns, is, type Column } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { FIGURE_TABLES } from '../../moving/figure-tables.ts'
import type { Part } from '../../moving/move-end.ts'
import type { CellKind, MovedColumn, MovedTable } from '../../moving/row-text.ts'
import * as schema from '../schema/index.ts'

/** Sums that triggers keep of other rows. */
const OWN = ['outbox_counts']
/** Tables whose order is that of SQLite's own numbers of rows, which PostgreSQL keeps in a column. */
const NUMBERED: Readonly<Record<string, string>> = { images: 'number' }
const ROW_NUMBER = 'rowid'

const KINDS: Readonly<Record<string, CellKind>> = { integer: 'whole', real: 'real', blob: 'bytes' }

export function movedTables(part: Part): readonly MovedTable[] {
  if (part === 'telemetry') return FIGURE_TABLES
  const all: readonly unknown[] = Object.values(schema)
  return all
    .filter((one): one is SQLiteTable => is(one, SQLiteTable))
    .map((table) => {
      const { name, primaryKeys } = getTableConfig(table)
      const given: Column[] = Object.values(getTableColumns(table))
      const own = given.filter(({ primary }) => primary).map((column) => column.name)
      const columns: MovedColumn[] = given.map((column) => ({ name: column.name, kind: kindOf(column) }))
      const number = NUMBERED[name]
      if (number !== undefined) columns.push({ name: number, kind: 'whole' })
      return { name, columns, key: primaryKeys[0]?.columns.map((column) => column.name) ?? own }
    })
    .filter(({ name }) => !OWN.includes(name))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

function kindOf(column: Column): CellKind {
  return column.dataType === 'boolean' ? 'flag' : (KINDS[column.getSQLType()] ?? 'text')
}

/** The column for a statement. */
export function columnOf({ name: table }: MovedTable, column: string): string {
  return NUMBERED[table] === column ? ROW_NUMBER : `"${column}"`
}

/** The column with the number that SQLite gives a row. undefined: the rows have none. */
export function numberOf({ name, columns, key }: MovedTable): string | undefined {
  if (NUMBERED[name] !== undefined) return ROW_NUMBER
  const [only, ...others] = key
  const isWhole = columns.some((column) => column.name === only && column.kind === 'whole')
  return others.length === 0 && isWhole ? only : undefined
}
