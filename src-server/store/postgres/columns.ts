import { getTableColumns, getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { CustomValues } from '../../contract/subjects/custom-values.ts'
import { recordsText } from './stored-text.ts'

/** A row as PostgreSQL returns it: lists, values of custom fields and JSON are one text. */
export type Row<T> = {
  readonly [K in keyof T]: T[K] extends readonly string[] | CustomValues ? string : T[K]
}

/**
 * A table's columns for statements in plain SQL. Parameters and rows use the members' names, never positions.
 */
export interface Columns<T extends object> {
  /** All columns, for SELECT and RETURNING. */
  readonly all: string
  /** `(…) VALUES (@…)` with all columns except `id`, which the database assigns. */
  readonly newRow: string
  /** `(…) VALUES (@…)` with these members. The schema gives the others their defaults. */
  readonly values: (members: readonly (keyof T & string)[]) => string
  /** `column = @member, …` for these members. */
  readonly set: (members: readonly (keyof T & string)[]) => string
  /** `(…) SELECT … FROM …` with these members of many rows, which are one parameter (`rows`). All but `id` unless given. */
  readonly valuesOfMany: (members?: readonly (keyof T & string)[]) => string
  /** `column = many.column, …` for these members of rows that `many` names. */
  readonly setOfMany: (members: readonly (keyof T & string)[]) => string
  /** Rows of the table that are one parameter, for FROM. */
  readonly many: string
  /** The parameter with many rows. A member that a row leaves out is NULL. */
  readonly rows: (rows: readonly Partial<T>[]) => string
  readonly read: (row: Row<T>) => T
  readonly bind: <M extends Partial<T>>(members: M) => Row<M>
}

export function columnsFor<T extends object>(table: PgTable & { readonly $inferSelect: T }): Columns<T> {
  const columns = Object.entries(getTableColumns(table))
  const names = new Map(columns.map(([member, { name }]) => [member, `"${name}"`]))
  const turned = columns.filter(([, { dataType }]) => dataType === 'json' || dataType === 'custom')
  const values = (members: readonly string[]) =>
    `(${members.map((member) => names.get(member)).join(', ')}) VALUES (${members.map((member) => `@${member}`).join(', ')})`
  const many = `json_populate_recordset(NULL::"${getTableName(table)}", ?::json) AS many`
  const bind = <M extends Partial<T>>(members: M) => {
    const result: Record<string, unknown> = { ...members }
    for (const [member, column] of turned)
      if (result[member] !== undefined && result[member] !== null)
        result[member] = column.mapToDriverValue(result[member])
    return result as Row<M>
  }
  const given = columns.map(([member]) => member).filter((member) => member !== 'id')
  return {
    all: [...names].map(([member, name]) => `${name} AS "${member}"`).join(', '),
    newRow: values(given),
    values,
    set: (members) => members.map((member) => `${names.get(member)} = @${member}`).join(', '),
    read: (row) => {
      const result: Record<string, unknown> = { ...row }
      for (const [member, column] of turned)
        if (typeof result[member] === 'string') result[member] = column.mapFromDriverValue(result[member])
      return result as T
    },
    valuesOfMany: (members: readonly string[] = given) => {
      const list = members.map((member) => names.get(member)).join(', ')
      return `(${list}) SELECT ${list} FROM ${many}`
    },
    setOfMany: (members) =>
      members.map((member) => `${names.get(member)} = many.${names.get(member)}`).join(', '),
    many,
    rows: (rows) =>
      recordsText(
        rows.map((row) => {
          const bound: Readonly<Record<string, unknown>> = bind(row)
          return Object.fromEntries(columns.map(([member, { name }]) => [name, bound[member]]))
        }),
      ),
    bind,
  }
}
