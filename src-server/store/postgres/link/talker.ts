import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { guarded } from '../../../contract/guarded.ts'
import type { Log } from '../../../contract/ports.ts'
import { StandbyError } from '../failures.ts'
import { clientConfig, type PostgresPlace } from '../pool.ts'

/** A look or a heartbeat that takes longer has failed, milliseconds: the connection may be dead without a sign. */
const ANSWER_MS = 2000
/** A connection that does not end within this time is dropped, milliseconds. */
const END_MS = 500
/** Nobody waits for the disk: what the copies tell each other is worth nothing after a crash. */
const SETTINGS = '-c synchronous_commit=off -c lock_timeout=1500'

interface Connected {
  readonly client: pg.Client
  readonly connection: number
}

export interface Query {
  /** Under which the connection keeps the statement. Absent: planned each time. */
  readonly name?: string
  readonly text: string
  readonly values: unknown[]
}

interface Answer<R> {
  readonly rows: readonly R[]
  readonly connection: number
}

/** The connection on which a copy speaks to the others. A broken one is replaced with the next query. */
export class Talker {
  readonly #place: PostgresPlace
  readonly #log: Log
  #connecting: Promise<Connected> | undefined
  /** The query under way: a connection takes one at a time. */
  #turn: Promise<unknown> = Promise.resolve()
  #isClosed = false
  #connections = 0

  constructor(place: PostgresPlace, log: Log) {
    this.#place = place
    this.#log = log
  }

  /**
   * @param choose the query for a connection, by its number: another number is perhaps another server
   * @returns the rows, and the connection that they came from
   * @throws errors of the database and of the connection; the next query gets another connection then
   */
  ask<R extends pg.QueryResultRow>(choose: (connection: number) => Query): Promise<Answer<R>> {
    const asked = this.#turn.then(() => this.#ask<R>(choose))
    this.#turn = asked.catch(() => undefined)
    return asked
  }

  async #ask<R extends pg.QueryResultRow>(choose: (connection: number) => Query): Promise<Answer<R>> {
    if (this.#isClosed) throw new Error('Connection terminated: the copy left')
    const connecting = (this.#connecting ??= this.#connect())
    try {
      const { client, connection } = await connecting
      return { rows: (await client.query<R>(choose(connection))).rows, connection }
    } catch (error) {
      if (this.#connecting === connecting) this.#connecting = undefined
      void end(clientOf(connecting))
      throw error
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#connecting !== undefined) await end(clientOf(this.#connecting))
  }

  async #connect(): Promise<Connected> {
    const client = new pg.Client({
      ...clientConfig(this.#place),
      application_name: 'pulsekey talk',
      options: SETTINGS,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    })
    // Without a listener, a connection that breaks while nobody asks would end the process.
    client.on(
      'error',
      guarded(this.#log, 'copies.talk', (error: Error) => {
        this.#log.warn('copies.talk', { why: error.message })
      }),
    )
    await client.connect()
    try {
      await refuseStandby(client)
    } catch (error) {
      void end(Promise.resolve(client))
      throw error
    }
    return { client, connection: ++this.#connections }
  }
}

/** @throws StandbyError: a standby may lag, so memory would pass for newer than it is */
async function refuseStandby(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby')
  if (rows[0]?.standby === true) throw new StandbyError()
}

/** Ends a connection, whatever state it is in. A dead network would never confirm the end. */
export async function end(connecting: Promise<pg.Client>): Promise<void> {
  try {
    const client = await connecting
    await Promise.race([client.end(), pause(END_MS, undefined, { ref: false })])
    client.connection.stream.destroy()
  } catch {
    // No connection is left to end.
  }
}

async function clientOf(connecting: Promise<Connected>): Promise<pg.Client> {
  return (await connecting).client
}
