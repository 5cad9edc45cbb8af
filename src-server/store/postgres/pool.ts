import pg from 'pg'
import { guarded } from '../../contract/guarded.ts'
import type { Log } from '../../contract/ports.ts'
import type { Unit } from '../store.ts'
import { isGone } from './failures.ts'

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

/** A connection that several use at once, until nobody does. */
interface Shared {
  readonly client: Promise<pg.PoolClient>
  uses: number
  isBroken: boolean
}

/** The most connections of a copy. Audited work needs one; the others serve reads and the row lane. */
const MOST_CONNECTIONS = 12
/** How long a connection may take, milliseconds. */
const CONNECT_MS = 5000
/** Cuts off a copy that stops inside a transaction, and ends a wait for its locks. Milliseconds. */
const SETTINGS = '-c idle_in_transaction_session_timeout=5000 -c lock_timeout=5000'

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
  #shared: Shared | undefined
  readonly #units = new WeakMap<pg.PoolClient, Unit>()
  readonly #createUnit: (client: pg.PoolClient) => Unit

  constructor(place: PostgresPlace, createUnit: (client: pg.PoolClient) => Unit, log: Log) {
    this.#createUnit = createUnit
    this.#pool = new pg.Pool({
      ...clientConfig(place),
      pipeline: true,
      options: SETTINGS,
      max: MOST_CONNECTIONS,
    })
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

  /**
   * Works on a connection that others use at the same time: for statements outside of transactions. Their questions go
   * out together, and the database answers them in turn.
   */
  async share<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const shared = (this.#shared ??= { client: this.#pool.connect(), uses: 0, isBroken: false })
    shared.uses++
    try {
      const client = await shared.client
      return await work({ client, unit: this.#unitOf(client) })
    } catch (error) {
      // The next one gets another connection.
      shared.isBroken ||= isGone(error)
      if (shared.isBroken && this.#shared === shared) this.#shared = undefined
      throw error
    } finally {
      if (--shared.uses === 0) this.#unshare(shared)
    }
  }

  end(): Promise<void> {
    return this.#pool.end()
  }

  #unshare(shared: Shared): void {
    if (this.#shared === shared) this.#shared = undefined
    shared.client.then(
      (client) => {
        client.release(shared.isBroken)
      },
      // Whoever waited for the connection has the error.
      () => undefined,
    )
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
