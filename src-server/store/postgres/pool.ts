import type { ConnectionOptions } from 'node:tls'
import pg from 'pg'
import { guarded } from '../../contract/guarded.ts'
import type { Log } from '../../contract/ports.ts'
import { ConnectionWatch } from './connection-watch.ts'
import { isGone, isOfAStandby, StandbyError } from './failures.ts'
import { SharedSession, type Session } from './shared-session.ts'

/** Where the database is, and how this copy names itself there. */
export interface PostgresPlace {
  /** `postgres://user:password@host:port/database`, without a word about TLS. Never logged. */
  readonly url: string
  /** How TLS knows the server. false and undefined: no TLS, for a server on this machine. */
  readonly tls?: ConnectionOptions | false | undefined
  /** The name of this copy, where there are several: letters and digits. */
  readonly copy?: string | undefined
  /** The name of its sessions in the database's list. `pulsekey` unless given. */
  readonly applicationName?: string | undefined
}

/** The most connections of a copy. Audited work needs one; the others serve reads and the row lane. */
const MOST_CONNECTIONS = 12
/** How long a connection may take, milliseconds. */
const CONNECT_MS = 5000
/**
 * How long an answer may take, milliseconds. A primary whose machine dies ends no connection: without a limit, the
 * system would wait for it for a quarter of an hour.
 */
const ANSWER_MS = 10_000
/** A statement that the copy has given up must not hold its locks. Milliseconds. */
const STATEMENT_MS = ANSWER_MS - 1000
/** A wait for a lock ends within the time of a caller: the database answers then. Milliseconds. */
const LOCK_MS = 3000
/** A copy that stops inside a transaction is cut off before the callers that wait for its locks give up. Milliseconds. */
const IDLE_MS = 4000
/** How long an unused connection stays, and when the system asks whether the other end is still there, milliseconds. */
const KEEP_MS = 60_000
const ASK_MS = 5000
/** Settings of the database for this connection. */
export const SETTINGS = settingsText({
  idle_in_transaction_session_timeout: IDLE_MS,
  lock_timeout: LOCK_MS,
  statement_timeout: STATEMENT_MS,
  // Compiling takes longer than any query here, and the planner takes searches for long ones (0002_search.sql).
  jit: 'off',
  // Lists read from memory or from a disk without moving parts: any page costs hardly more than the next one.
  random_page_cost: 1.1,
})

const [INT8, NUMERIC, JSON_TEXT] = [20, 1700, 114]
// Sums and counts are below 2 ** 53 here, and drizzle reads JSON itself.
pg.types.setTypeParser(INT8, Number)
pg.types.setTypeParser(NUMERIC, Number)
pg.types.setTypeParser(JSON_TEXT, String)

/** The settings of a connection to the place. */
export function clientConfig({
  url,
  tls = false,
  applicationName = 'pulsekey',
}: PostgresPlace): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: ASK_MS,
    ssl: tls,
  }
}

/** Settings of the database as the options of a connection. */
export function settingsText(settings: Readonly<Record<string, string | number>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
}

/** The connections of a copy, each with the operations on it. */
export class PostgresPool {
  readonly #pool: pg.Pool
  #shared: SharedSession | undefined
  readonly #sessions = new WeakMap<pg.PoolClient, Session>()
  readonly #createSession: (client: pg.PoolClient) => Session
  readonly #uses = new Set<Promise<unknown>>()
  readonly #watch: ConnectionWatch

  constructor(place: PostgresPlace, createSession: (client: pg.PoolClient) => Session, log: Log) {
    this.#createSession = createSession
    this.#pool = new pg.Pool({
      ...clientConfig(place),
      pipeline: true,
      query_timeout: ANSWER_MS,
      options: SETTINGS,
      max: MOST_CONNECTIONS,
      idleTimeoutMillis: KEEP_MS,
    })
    this.#watch = new ConnectionWatch(this.#pool, log)
    // A connection that breaks while it is used. Its statement fails, or the next one: nobody else has to know.
    this.#pool.on(
      'connect',
      guarded(log, 'postgres.connect', (client: pg.PoolClient) => {
        client.on('error', () => undefined)
      }),
    )
    // A connection that breaks while nobody uses it. The next use makes a new one.
    this.#pool.on(
      'error',
      guarded(log, 'postgres.idle', (error: Error) => {
        log.warn('postgres.idle', { why: error.message })
      }),
    )
  }

  /** When the database said something last, of the steady clock, milliseconds. */
  get heardAt(): number {
    return this.#watch.heardAt
  }

  /**
   * Works on a connection of its own. After an error the transaction is rolled back, and a broken connection closed.
   * @throws errors of `work`, of the driver and of the database
   */
  use<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const using = this.#use(work)
    const ended = using
      .catch(() => undefined)
      .finally(() => {
        this.#uses.delete(ended)
      })
    this.#uses.add(ended)
    return using
  }

  /**
   * Works on a connection that others use at the same time: for statements outside of transactions. Their questions go
   * out together, and the database answers them in turn.
   * @throws errors of `work`, of the driver and of the database
   */
  share<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const shared = (this.#shared ??= this.#openShared())
    return shared.use(work)
  }

  /** Waits for the present uses. */
  async end(): Promise<void> {
    while (this.#uses.size > 0) await Promise.all(this.#uses)
    this.#watch.end()
    await this.#pool.end()
  }

  async #use<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect()
    try {
      const value = await work(await this.#sessionOf(client))
      client.release()
      return value
    } catch (error) {
      await releaseFailed(client, error)
      throw error
    }
  }

  #openShared(): SharedSession {
    const shared = new SharedSession(
      (work) => this.use(work),
      () => {
        if (this.#shared === shared) this.#shared = undefined
      },
    )
    return shared
  }

  /** @throws StandbyError on a new connection to a standby: what it reads may be old */
  async #sessionOf(client: pg.PoolClient): Promise<Session> {
    const known = this.#sessions.get(client)
    if (known !== undefined) return known
    await refuseStandby(client)
    const session = this.#createSession(client)
    this.#sessions.set(client, session)
    return session
  }
}

/** @throws StandbyError where the other end is a standby */
export async function refuseStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby')
  if (rows[0]?.standby === true) throw new StandbyError()
}

/** Rolls back after an error, and gives the connection back to its pool. A connection of no use is closed. */
export async function releaseFailed(client: pg.PoolClient, error: unknown): Promise<void> {
  // A standby may be a primary that became one: the next connection goes to the new primary.
  const isUsable = !isGone(error) && !isOfAStandby(error) && (await rolledBack(client))
  client.release(!isUsable)
}

/** @returns false when the connection is of no use any more */
export async function rolledBack(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query('ROLLBACK')
    return true
  } catch {
    return false
  }
}
