import { SecretsLocked } from '../../contract/secrets-locked.ts'
import { columnsOf, placeOf, type SealedColumn, type SealedTableName } from './places.ts'
import type { Seal } from './seal.ts'

/** Seals and opens the secrets in the rows of one table. */
export interface SealedRows {
  /** @throws SecretsLocked where the members hold a secret and the seal is locked */
  close<T extends object>(id: string | number, members: T): T
  /** Secrets of a row that can't be opened are empty, and `locked` says so. */
  open<T extends object>(id: string | number, row: T): T & { readonly locked?: true }
  /**
   * Adds a row without its secrets, and then fills them in: they are sealed for their row, whose id is known only now.
   * @returns the row as `fill` returns it
   */
  insert<T extends object, R>(
    members: T,
    add: (blank: NoInfer<T>) => OrPromise<{ readonly id: number } | undefined>,
    fill: (id: number, secrets: Partial<NoInfer<T>>) => OrPromise<R | undefined>,
  ): Promise<R>
}

/** SQLite answers at once, PostgreSQL later. */
type OrPromise<T> = T | PromiseLike<T>
type Turn = (text: string, place: string) => string

export function sealedRows(table: SealedTableName, seal: Seal): SealedRows {
  const columns = columnsOf(table)
  const turn = <T extends object>(id: string | number, row: T, change: Turn): T => {
    const turned: Record<string, unknown> = { ...(row as object) }
    for (const column of columns)
      if (turned[column.member] !== undefined)
        turned[column.member] = turnValue(turned[column.member], column, (text, member) =>
          change(text, placeOf(table, column.column, id, member)),
        )
    return turned as T
  }
  return {
    close: (id, members) => {
      // While the seal is locked, a JSON member lacks its secrets: to store it would delete them.
      const isGroup = columns.some(
        ({ member, inside }) => inside !== undefined && hasSecrets(members, member, inside),
      )
      if (seal.isLocked && isGroup) throw new SecretsLocked()
      return turn(id, members, (text, place) => seal.close(text, place))
    },
    open: (id, row) => {
      const locked: string[] = []
      const opened = turn(id, row, (text, place) => {
        const plain = seal.open(text, place)
        if (plain === undefined) locked.push(place)
        return plain ?? ''
      })
      return locked.length > 0 ? { ...opened, locked: true } : opened
    },
    insert: async (members, add, fill) => {
      const added = await add(turn('', members, () => ''))
      if (added === undefined) throw new Error(`${table} took no row`)
      const names = new Set(columns.map(({ member }) => member))
      const secrets = Object.entries(members).filter(([name]) => names.has(name))
      const stored = await fill(added.id, Object.fromEntries(secrets) as Partial<typeof members>)
      if (stored === undefined) throw new Error(`an inserted row of ${table} is missing`)
      return stored
    },
  }
}

function hasSecrets(members: object, member: string, inside: readonly string[]): boolean {
  const value = (members as Record<string, unknown>)[member]
  return typeof value === 'object' && value !== null && inside.some((name) => name in value)
}

/** @param change gets a text, and the name of its member in a JSON value */
export function turnValue(
  value: unknown,
  { inside }: SealedColumn,
  change: (text: string, member?: string) => string,
): unknown {
  if (typeof value === 'string') return inside === undefined ? change(value) : value
  if (typeof value !== 'object' || value === null) return value
  const turned: Record<string, unknown> = { ...value }
  for (const member of inside ?? []) {
    const text = turned[member]
    if (typeof text === 'string') turned[member] = change(text, member)
  }
  return turned
}
