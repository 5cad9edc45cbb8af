import type pg from 'pg'
import { guarded } from '../../contract/guarded.ts'
import type { Log } from '../../contract/ports.ts'

/** The time without an answer after which a connection is suspected, milliseconds: well within the time of a caller. */
const SILENT_MS = 1500
/** The time between two looks at the connections, milliseconds. */
const LOOK_MS = 500
/** The database's own list answers at once, or the connection that asks for it is dead too. Milliseconds. */
const ANSWER_MS = 1000
/** A session that waits for the rest of a statement, or can't send its answer, does not work. */
const WORKS = "state = 'active' AND wait_event_type IS DISTINCT FROM 'Client'"
const WORKING = `SELECT pid FROM pg_stat_activity WHERE pid = ANY($1::int[]) AND ${WORKS}`
/** Ends sessions that hold locks for nobody. After a failover their numbers may be those of others: these connect again. */
const END = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = ANY($1::int[]) AND NOT (${WORKS})`

/** A client with members that the driver's types lack: the number of its session, and false while a statement waits. */
type Client = pg.PoolClient & { readonly processID: number; readonly readyForQuery: boolean }

/**
 * Gives up connections of a pool that are dead without a sign, as after a firewall has forgotten them, while the database
 * answers on others. The database says whether their sessions work, so a long statement is left alone. The statement of
 * a connection that is given up fails, and can run again within the time of its caller.
 */
export class ConnectionWatch {
  readonly #pool: pg.Pool
  readonly #log: Pick<Log, 'error'>
  /** The first look at which a statement waited since the last word, of the steady clock, milliseconds. undefined: none waits. */
  readonly #waiting = new Map<Client, number | undefined>()
  readonly #timer: NodeJS.Timeout
  #heardAt = -Infinity
  #isJudging = false

  constructor(pool: pg.Pool, log: Pick<Log, 'error'>) {
    this.#pool = pool
    this.#log = log
    pool.on(
      'connect',
      guarded(log, 'postgres.watch', (client: pg.PoolClient) => {
        this.#add(client as Client)
      }),
    )
    pool.on(
      'remove',
      guarded(log, 'postgres.watch', (client: pg.PoolClient) => {
        this.#waiting.delete(client as Client)
      }),
    )
    this.#timer = setInterval(
      guarded(log, 'postgres.watch', () => void this.#look()),
      LOOK_MS,
    ).unref()
  }

  /** When the database said something last, of the steady clock, milliseconds. */
  get heardAt(): number {
    return this.#heardAt
  }

  end(): void {
    clearInterval(this.#timer)
  }

  #add(client: Client): void {
    this.#waiting.set(client, undefined)
    const hear = guarded(this.#log, 'postgres.hear', () => {
      this.#heardAt = performance.now()
      if (this.#waiting.get(client) !== undefined) this.#waiting.set(client, undefined)
    })
    client.connection.stream.on('data', hear)
  }

  async #look(): Promise<void> {
    const now = performance.now()
    for (const [client, since] of this.#waiting)
      this.#waiting.set(client, client.readyForQuery ? undefined : (since ?? now))
    const silent = [...this.#waiting].filter(([, since = now]) => now - since >= SILENT_MS)
    if (silent.length === 0 || this.#isJudging) return
    this.#isJudging = true
    try {
      await this.#judge(silent)
    } catch {
      // The next look asks on another connection. A database that is away decides nothing.
    } finally {
      this.#isJudging = false
    }
  }

  async #judge(silent: readonly (readonly [Client, number | undefined])[]): Promise<void> {
    const judge = await this.#pool.connect()
    const giveUp = guarded(this.#log, 'postgres.watch', () => {
      judge.connection.stream.destroy()
    })
    const late = setTimeout(giveUp, ANSWER_MS).unref()
    try {
      const { rows } = await judge.query<{ pid: number }>(WORKING, [numbersOf(silent)])
      const working = new Set(rows.map(({ pid }) => pid))
      const dead = silent.filter(
        // A busy process reads late what came in time.
        ([client, since]) => this.#waiting.get(client) === since && !working.has(client.processID),
      )
      for (const [client] of dead) client.connection.stream.destroy()
      if (dead.length > 0) await judge.query(END, [numbersOf(dead)])
      judge.release()
    } catch (error) {
      judge.release(true)
      throw error
    } finally {
      clearTimeout(late)
    }
  }
}

function numbersOf(clients: readonly (readonly [Client, unknown])[]): number[] {
  return clients.map(([client]) => client.processID)
}
