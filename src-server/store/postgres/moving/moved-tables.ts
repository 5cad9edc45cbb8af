import { getTableColumns, is, type Column } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { FIGURE_TABLES } from '../../moving/figure-tables.ts'
import type { Part } from '../../moving/move-end.ts'
import type { CellKind, MovedTable } from '../../moving/row-text.ts'
import * as schema from '../schema/index.ts'

/** Tables of this engine alone: what copies tell each other, and the one row of the desk. */
const OWN = ['changes', 'copies', 'counts', 'desk', 'units']
const KINDS: Readonly<Record<string, CellKind>> = {
  bigint: 'whole',
  boolean: 'flag',
  'double precision': 'real',
  bytea: 'bytes',
}

export function movedTables(part: Part): readonly MovedTable[] {
  if (part === 'telemetry') return FIGURE_TABLES
  const all: readonly unknown[] = Object.values(schema)
  return all
    .filter((one): one is PgTable => is(one, PgTable))
    .map((table) => {
      const { name, primaryKeys } = getTableConfig(table)
      const columns: Column[] = Object.values(getTableColumns(table))
      const own = columns.filter(({ primary }) => primary).map((column) => column.name)
      return {
        name,
        columns: columns.map((column) => ({ name: column.name, kind: KINDS[column.getSQLType()] ?? 'text' })),
        key: primaryKeys[0]?.columns.map((column) => column.name) ?? own,
      }
    })
    .filter(({ name }) => !OWN.includes(name))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** The table for a statement. */
export function placeOfTable(part: Part, { name }: Pick<MovedTable, 'name'>): string {
  return part === 'main' ? `public."${name}"` : `telemetry."${name}"`
}

export function columnList({ columns }: MovedTable): string {
  return columns.map(({ name }) => `"${name}"`).join(', ')
}
