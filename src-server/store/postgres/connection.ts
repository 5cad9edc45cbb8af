import type { SQL } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient } from 'pg'
import { gathering, Turn, type Ways } from './gathering.ts'
import { compile, nameOf } from './statement-text.ts'
import * as schema from './schema/index.ts'

/** A prepared statement in plain SQL. A row has the members of the selected columns. */
export interface Statement<P extends unknown[], R> {
  get(...values: P): Promise<R | undefined>
  all(...values: P): Promise<R[]>
  run(...values: P): Promise<{ readonly changes: number }>
}

/**
 * One connection with two interfaces, as on SQLite: prepared SQL for everything that runs on every call, drizzle for the
 * console's lists.
 */
export function connect(client: PoolClient) {
  const turn = new Turn()
  return {
    /** @param text with `?` for values in their order, or with `@member` for the members of one object */
    prepare: <P extends unknown[], R = unknown>(text: string): Statement<P, R> =>
      statement<P, R>(client, text),
    orm: drizzle({ client: naming(client), schema }),
    /** For questions of units that run at once. */
    gather: <Q, A>(ways: Ways<Q, A>) => gathering(turn, ways),
    /** Sends the gathered questions now. */
    flush: () => {
      turn.flush()
    },
  }
}
export type Connection = ReturnType<typeof connect>

function statement<P extends unknown[], R>(client: PoolClient, source: string): Statement<P, R> {
  const { text, name, members } = compile(source)
  const ask = (values: P) => {
    const [first] = values
    const bound =
      members === undefined ? values : members.map((member) => (first as Record<string, unknown>)[member])
    return client.query<R & object>({ name, text, values: bound.map(withoutNul) })
  }
  return {
    get: async (...values) => (await ask(values)).rows[0],
    all: async (...values) => (await ask(values)).rows,
    run: async (...values) => ({ changes: (await ask(values)).rowCount ?? 0 }),
  }
}

interface Query {
  readonly text: string
  readonly name?: string
}

/**
 * Names the queries that drizzle sends, so that the database plans each text once a connection. A query for the first rows has
 * no name: from its sixth use on, the database would plan it without its values, and a plan that fits any number of rows reads
 * a thousand times as many.
 */
function naming(client: PoolClient): PoolClient {
  const nameFor = (text: string) => (/\blimit\b/i.test(text) ? undefined : nameOf(text))
  const query = (asked: Query, values: unknown[]) =>
    client.query({ ...asked, name: asked.name ?? nameFor(asked.text) } as Query, values.map(withoutNul))
  return Object.assign(Object.create(client) as PoolClient, { query })
}

/** Values as `storedText` says. The driver itself replaces halves of a pair of surrogates. */
function withoutNul(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value
  return Array.isArray(value) ? value.map(withoutNul) : value
}

/** A row with the texts that the database will store, for work on them before. */
export function asStored<R extends object>(row: R): R {
  return Object.fromEntries(Object.entries(row).map(([member, value]) => [member, withoutNul(value)])) as R
}

/** The first of the rows. */
export async function firstOf<R>(rows: PromiseLike<readonly R[]>): Promise<R | undefined> {
  return (await rows)[0]
}

/** The row that an INSERT added. @throws Error when it added none */
export async function addedBy<R>(rows: PromiseLike<readonly R[]>): Promise<R> {
  const [row] = await rows
  if (row === undefined) throw new Error('an INSERT added no row')
  return row
}

/** The number of rows that a statement of drizzle changed. */
export async function changedBy(done: PromiseLike<{ readonly rowCount: number | null }>): Promise<number> {
  return (await done).rowCount ?? 0
}

/** The rows of a query in plain SQL. */
export async function rowsOf<R extends object>(orm: Connection['orm'], query: SQL): Promise<R[]> {
  return (await orm.execute(query)).rows as unknown as R[]
}

/** The row of a query that always has one. */
export async function rowOf<R extends object>(orm: Connection['orm'], query: SQL): Promise<R> {
  const [row] = await rowsOf<R>(orm, query)
  if (row === undefined) throw new Error('a query without a row')
  return row
}
