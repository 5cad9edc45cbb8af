import { getTableColumns } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { CustomValues } from '../../contract/subjects/custom-values.ts'

/** A row as SQLite returns it: a flag is 0 or 1, and lists and values of custom fields are one text. */
export type Row<T> = {
  readonly [K in keyof T]: T[K] extends boolean
    ? 0 | 1
    : T[K] extends readonly string[] | CustomValues
      ? string
      : T[K]
}

/**
 * A table's columns for statements in plain SQL. Parameters and rows use the members' names, never positions.
 */
export interface Columns<T extends object> {
  /** All columns, for SELECT and RETURNING. */
  readonly all: string
  /** `(…) VALUES (@…)` with all columns except `id`, which SQLite assigns. */
  readonly newRow: string
  /** `(…) VALUES (@…)` with these members. The schema gives the others their defaults. */
  readonly values: (members: readonly (keyof T & string)[]) => string
  /** `column = @member, …` for these members. */
  readonly set: (members: readonly (keyof T & string)[]) => string
  readonly read: (row: Row<T>) => T
  readonly bind: <M extends Partial<T>>(members: M) => Row<M>
}

export function columnsFor<T extends object>(table: SQLiteTable & { readonly $inferSelect: T }): Columns<T> {
  const columns = Object.entries(getTableColumns(table))
  const names = new Map(columns.map(([member, { name }]) => [member, `"${name}"`]))
  const turned = columns.filter(([, { dataType }]) => dataType === 'boolean' || dataType === 'custom')
  const values = (members: readonly string[]) =>
    `(${members.map((member) => names.get(member)).join(', ')}) VALUES (${members.map((member) => `@${member}`).join(', ')})`
  const given = columns.map(([member]) => member).filter((member) => member !== 'id')
  return {
    all: [...names].map(([member, name]) => `${name} AS ${member}`).join(', '),
    newRow: values(given),
    values,
    set: (members) => members.map((member) => `${names.get(member)} = @${member}`).join(', '),
    read: (row) => {
      const result: Record<string, unknown> = { ...row }
      for (const [member, column] of turned)
        if (member in result) result[member] = column.mapFromDriverValue(result[member])
      return result as T
    },
    bind: <M extends Partial<T>>(members: M) => {
      const result: Record<string, unknown> = { ...members }
      for (const [member, column] of turned)
        if (member in result) result[member] = column.mapToDriverValue(result[member])
      return result as Row<M>
    },
  }
}
