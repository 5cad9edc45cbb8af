import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { guarded } from '../../../contract/guarded.ts'
import type { Log } from '../../../contract/ports.ts'
import type { PostgresPlace } from '../pool.ts'
import { createClient, end } from './client.ts'

interface Heard {
  readonly channel: string
  readonly text: string
}

interface Parts {
  readonly place: PostgresPlace
  readonly channels: readonly string[]
  readonly hear: (heard: Heard) => void
  /** Notifications from before may be lost. Not called where the first attempt to connect succeeds. */
  readonly missed: () => void
  readonly log: Log
}

const AGAIN_MS = 200

/** The connection on which a copy hears the others. It is made again after each loss. */
export class Ear {
  readonly #parts: Parts
  #connecting: Promise<pg.Client> | undefined
  #isClosed = false
  #isFirst = true
  readonly #tried = Promise.withResolvers<undefined>()
  readonly #running: Promise<void>

  constructor(parts: Parts) {
    this.#parts = parts
    this.#running = this.#listen()
  }

  /** Resolves when it hears, or could not be connected the first time. Answers to a word of before would be lost. */
  get tried(): Promise<undefined> {
    return this.#tried.promise
  }

  /** Gives up this connection: it seems to be deaf. */
  renew(): void {
    if (this.#connecting !== undefined) void end(this.#connecting)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.renew()
    await this.#running
  }

  async #listen(): Promise<void> {
    while (this.#goesOn()) {
      try {
        const client = this.#client()
        const ended = new Promise<void>((resolve) => {
          client.once('end', resolve)
        })
        this.#connecting = client.connect().then(() => client)
        await this.#connecting
        await client.query(this.#parts.channels.map((channel) => `LISTEN ${channel}`).join('; '))
        if (!this.#isFirst) this.#parts.missed()
        this.#isFirst = false
        this.#tried.resolve(undefined)
        await ended
      } catch (error) {
        this.#isFirst = false
        this.#tried.resolve(undefined)
        this.#parts.log.warn('copies.hear', { why: error instanceof Error ? error.message : String(error) })
        if (this.#connecting !== undefined) await end(this.#connecting)
      }
      if (this.#goesOn()) await pause(AGAIN_MS, undefined, { ref: false })
    }
  }

  #goesOn(): boolean {
    return !this.#isClosed
  }

  #client(): pg.Client {
    const { place, hear, log } = this.#parts
    const client = createClient(place, log, 'copies.hear', { application_name: 'pulsekey listen' })
    client.on(
      'notification',
      guarded(log, 'copies.hear', ({ channel, payload = '' }: pg.Notification) => {
        hear({ channel, text: payload })
      }),
    )
    return client
  }
}
