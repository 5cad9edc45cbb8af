import pg from 'pg'
import { guarded } from '../../contract/guarded.ts'
import type { Log } from '../../contract/ports.ts'
import type { Unit } from '../store.ts'

/** Where the database is, and how this copy names itself there. */
export interface PostgresPlace {
  /** `postgres://user:password@host:port/database?sslmode=verify-full`. Never logged. */
  readonly url: string
  /** The certificate authority of the server, PEM. Undefined: those of Node. */
  readonly ca?: string | undefined
  /** The name of this copy, where there are several: letters and digits. */
  readonly copy?: string | undefined
}

/** A connection, and the operations that run on it. */
export interface Session {
  readonly client: pg.PoolClient
  readonly unit: Unit
}

/** The most connections of a copy. Audited work needs one; the others serve reads and the row lane. */
const MOST_CONNECTIONS = 12
/** How long a connection may take, milliseconds. */
const CONNECT_MS = 5000
/** Settings of the database for this connection. Milliseconds. */
const SETTINGS = [
  // Cuts off a copy that stops inside a transaction, and ends a wait for its locks.
  'idle_in_transaction_session_timeout=5000',
  'lock_timeout=5000',
  // Compiling takes longer than any query here, and the planner takes searches for long ones (0002_search.sql).
  'jit=off',
  // What lists read is in memory or on a disk without moving parts: a page by an index costs hardly more than the next one.
  'random_page_cost=1.1',
]
  .map((setting) => `-c ${setting}`)
  .join(' ')

const [INT8, NUMERIC, JSON_TEXT] = [20, 1700, 114]
// Sums and counts are below 2 ** 53 here, and drizzle reads JSON itself.
pg.types.setTypeParser(INT8, Number)
pg.types.setTypeParser(NUMERIC, Number)
pg.types.setTypeParser(JSON_TEXT, String)

/** The settings of a connection to the place. */
export function clientConfig({ url, ca }: PostgresPlace): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'pulsekey',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    ...(ca === undefined ? {} : { ssl: { ca } }),
  }
}

/** The connections of a copy, each with the operations on it. */
export class PostgresPool {
  readonly #pool: pg.Pool
  readonly #units = new WeakMap<pg.PoolClient, Unit>()
  readonly #createUnit: (client: pg.PoolClient) => Unit

  constructor(place: PostgresPlace, createUnit: (client: pg.PoolClient) => Unit, log: Log) {
    this.#createUnit = createUnit
    this.#pool = new pg.Pool({ ...clientConfig(place), options: SETTINGS, max: MOST_CONNECTIONS })
    // A connection that breaks while nobody uses it. The next use makes a new one.
    this.#pool.on(
      'error',
      guarded(log, 'postgres.idle', (error: Error) => {
        log.warn('postgres.idle', { why: error.message })
      }),
    )
  }

  /** Works on a connection of its own. After an error the transaction is rolled back, and a broken connection closed. */
  async use<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect()
    try {
      const value = await work({ client, unit: this.#unitOf(client) })
      client.release()
      return value
    } catch (error) {
      client.release(!(await rolledBack(client)))
      throw error
    }
  }

  end(): Promise<void> {
    return this.#pool.end()
  }

  #unitOf(client: pg.PoolClient): Unit {
    const known = this.#units.get(client)
    if (known !== undefined) return known
    const unit = this.#createUnit(client)
    this.#units.set(client, unit)
    return unit
  }
}

/** @returns false when the connection is of no use any more */
async function rolledBack(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query('ROLLBACK')
    return true
  } catch {
    return false
  }
}
