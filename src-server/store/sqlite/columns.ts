import { getTableColumns } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'

/** A row as SQLite returns it: a flag is 0 or 1. */
export type Row<T> = { readonly [K in keyof T]: T[K] extends boolean ? 0 | 1 : T[K] }

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
  const flags = columns.filter(([, { dataType }]) => dataType === 'boolean').map(([member]) => member)
  const withFlags = (row: object, turn: (flag: unknown) => unknown): object => {
    const turned: Record<string, unknown> = { ...row }
    for (const flag of flags) if (flag in turned) turned[flag] = turn(turned[flag])
    return turned
  }
  const values = (members: readonly string[]) =>
    `(${members.map((member) => names.get(member)).join(', ')}) VALUES (${members.map((member) => `@${member}`).join(', ')})`
  const given = columns.map(([member]) => member).filter((member) => member !== 'id')
  return {
    all: [...names].map(([member, name]) => `${name} AS ${member}`).join(', '),
    newRow: values(given),
    values,
    set: (members) => members.map((member) => `${names.get(member)} = @${member}`).join(', '),
    read: (row) => withFlags(row, (flag) => flag === 1) as T,
    bind: <M extends Partial<T>>(members: M) => withFlags(members, Number) as Row<M>,
  }
}

/** The names of all members of a type. A new member doesn't compile until it is listed. */
export function membersOf<T extends object>(
  listed: Readonly<Record<keyof T & string, true>>,
): (keyof T & string)[] {
  return Object.keys(listed) as (keyof T & string)[]
}
