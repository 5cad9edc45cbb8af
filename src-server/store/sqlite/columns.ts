import { getTableColumns } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'

/** A row as SQLite gives it: a flag is 0 or 1. */
export type Row<T> = { readonly [K in keyof T]: T[K] extends boolean ? 0 | 1 : T[K] }

/** A table's columns for statements in plain SQL. Parameters and rows go by the members' names, never by their place. */
export interface Columns<T extends object> {
  /** All of them, for SELECT and RETURNING. */
  readonly all: string
  /** `(…) VALUES (@…)` with all but `id`, which SQLite gives. */
  readonly newRow: string
  /** `column = @member, …` with these members. */
  set(...members: readonly (keyof T & string)[]): string
  read(row: Row<T>): T
  bind<M extends Partial<T>>(members: M): Row<M>
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
  const given = columns.map(([member]) => member).filter((member) => member !== 'id')
  return {
    all: [...names].map(([member, name]) => `${name} AS ${member}`).join(', '),
    newRow: `(${given.map((member) => names.get(member)).join(', ')}) VALUES (${given.map((member) => `@${member}`).join(', ')})`,
    set: (...members) => members.map((member) => `${names.get(member)} = @${member}`).join(', '),
    read: (row) => withFlags(row, (flag) => flag === 1) as T,
    bind: <M extends Partial<T>>(members: M) => withFlags(members, Number) as Row<M>,
  }
}
