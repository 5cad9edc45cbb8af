import pg from 'pg'
import { ConnectionWatch } from '../connection-watch.ts'
import { clientConfig, releaseFailed, settingsText, type PostgresPlace } from '../pool.ts'
import { nameOf } from '../statement-text.ts'

/** A writer, background work, and readers. */
const MOST_CONNECTIONS = 4
/**
 * The longest wait for an answer, milliseconds. A primary whose machine dies ends no connection: without a limit, the system would
 * wait for it for a quarter of an hour.
 */
const ANSWER_MS = 31_000
const SETTINGS = settingsText({
  search_path: 'telemetry',
  synchronous_commit: 'off',
  bytea_output: 'hex',
  // Cuts off a copy that stops inside a transaction, and ends a wait for its locks. Milliseconds.
  idle_in_transaction_session_timeout: 4000,
  lock_timeout: 5000,
  statement_timeout: ANSWER_MS - 1000,
})

/** A value of a statement. Lists of numbers are texts (`listOf`), because the driver writes them slowly. */
type Value = number | string | boolean | null | Buffer

/** Statements of one connection. A row has the members of the selected columns; bytes are a `Buffer`. */
export interface Connection {
  all<R>(text: string, values?: readonly Value[]): Promise<R[]>
  /** @returns the number of changed rows */
  run(text: string, values?: readonly Value[]): Promise<number>
  /** Several statements without values, in one packet. */
  batch(text: string): Promise<void>
}

const [BYTES, INT8] = [17, 20]
const types = {
  getTypeParser: (oid: number) => {
    if (oid === BYTES) return bytesOf
    return oid === INT8 ? Number : (pg.types.getTypeParser(oid) as (text: string) => unknown)
  },
}

/** Bytes as PostgreSQL writes them: `\\x` and hexadecimal digits. The driver knows no shorter form that keeps them. */
function bytesOf(text: string): Buffer {
  return Buffer.from(text.slice(2), 'hex')
}

/** The telemetry's connections of a copy. Commits don't wait for the disk: a crash of the database may lose the last ones. */
export class TelemetryPool {
  readonly #pool: pg.Pool
  readonly #watch: ConnectionWatch

  /** @param broke gets the error of a connection that breaks while nobody uses it */
  constructor(place: PostgresPlace, broke: (error: Error) => void) {
    this.#pool = new pg.Pool({
      ...clientConfig(place),
      query_timeout: ANSWER_MS,
      options: SETTINGS,
      max: MOST_CONNECTIONS,
    })
    this.#watch = new ConnectionWatch(this.#pool, { error: () => undefined })
    // eslint-disable-next-line local/guarded-callbacks -- it only passes the error on
    this.#pool.on('error', broke)
    // While a connection is in use, its errors reach the statement that waits for it. Without a listener they would also end
    // the thread.
    // eslint-disable-next-line local/guarded-callbacks -- it adds a listener that does nothing
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
  }

  /** Single statements, each in a transaction of its own. */
  use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.#with(async (client) => work(connectionOf(client)))
  }

  write<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.#within('BEGIN', work)
  }

  /** One snapshot. Nobody empties a half of the fresh rows meanwhile, which no snapshot would show. */
  snapshot<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.#within(
      'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; LOCK TABLE fresh_steps IN ACCESS SHARE MODE',
      work,
    )
  }

  end(): Promise<void> {
    this.#watch.end()
    return this.#pool.end()
  }

  #within<T>(begin: string, work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.#with(async (client) => {
      await client.query(begin)
      const value = await work(connectionOf(client))
      await client.query('COMMIT')
      return value
    })
  }

  async #with<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect()
    try {
      const value = await work(client)
      client.release()
      return value
    } catch (error) {
      await releaseFailed(client, error)
      throw error
    }
  }
}

function connectionOf(client: pg.PoolClient): Connection {
  const ask = (text: string, values: readonly Value[]) => {
    const name = nameOf(text)
    const named = name === undefined ? { text } : { name, text }
    return client.query<Record<string, unknown>>({ ...named, values: [...values], types })
  }
  return {
    all: async <R>(text: string, values: readonly Value[] = []) => (await ask(text, values)).rows as R[],
    run: async (text, values = []) => (await ask(text, values)).rowCount ?? 0,
    batch: async (text) => {
      await client.query(text)
    },
  }
}

/** A list of numbers as PostgreSQL reads it. */
export function listOf(numbers: readonly number[]): string {
  return `{${numbers.join(',')}}`
}
