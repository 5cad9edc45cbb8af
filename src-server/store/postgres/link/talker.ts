import type pg from 'pg'
import type { Log } from '../../../contract/ports.ts'
import { refuseStandby, settingsText, type PostgresPlace } from '../pool.ts'
import { createClient, end } from './client.ts'

const SETTINGS = settingsText({
  // Heartbeats and messages are worth nothing after a crash.
  synchronous_commit: 'off',
  lock_timeout: 1500,
  // Starting a worker takes longer than any of these questions.
  max_parallel_workers_per_gather: 0,
})

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
    const client = createClient(this.#place, this.#log, 'copies.talk', {
      application_name: 'pulsekey talk',
      options: SETTINGS,
    })
    await client.connect()
    try {
      // A standby may lag, so memory would pass for newer than it is.
      await refuseStandby(client)
    } catch (error) {
      void end(Promise.resolve(client))
      throw error
    }
    return { client, connection: ++this.#connections }
  }
}

async function clientOf(connecting: Promise<Connected>): Promise<pg.Client> {
  return (await connecting).client
}
