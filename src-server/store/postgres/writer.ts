import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../../contract/ports.ts'
import { followNothing, settling, type AfterCommit, type Settle } from '../after-commit.ts'
import type { Follow, OwnChange } from '../changes.ts'
import type { Unit } from '../store.ts'
import { failureOf, isGone, isPassing } from './failures.ts'
import type { PostgresPool, Session } from './pool.ts'
import { inTransaction } from './transaction.ts'

interface Job {
  readonly durable: boolean
  /** When the caller gives up, of the steady clock, milliseconds. */
  readonly until: number
  run(unit: Unit): Promise<Ran>
  fail(error: unknown): void
}

/** What a unit of work left to do. */
interface Ran {
  readonly changes: readonly OwnChange[]
  readonly settle: Settle
}

/** The maximum number of units in a transaction of the desk lane. */
const BATCH = 64
/** How long a unit is tried again while the database is away, milliseconds: as long as a client waits for its answer. */
const TRY_MS = 5000
const PAUSES_MS = [10, 20, 50, 100, 200, 300, 500] as const
const ID_BYTES = 16

const BEGIN = 'BEGIN'
/** Nobody waits for the disk. The order of commits stays. */
const NOT_DURABLE = '; SET LOCAL synchronous_commit = off'
/** The row lock makes this the one transaction of the desk lane in all copies, until it ends. */
const AT_THE_DESK = '; UPDATE desk SET n = n + 1'

/**
 * Two lanes of writing. The desk lane gives what SQLite gives: in all copies one transaction after another, with ids that
 * rise in the order of commits. Units that wait share a transaction. The row lane is for units that decide by
 * conditional updates and unique indexes alone: they run at once on any connection.
 */
export class PostgresWriter {
  readonly #pool: PostgresPool
  readonly #random: Random
  /** This copy's name for the others, which read the changes. Undefined where there are none. */
  readonly #copy: string | undefined
  #jobs: Job[] = []
  #previews: Job[] = []
  #draining: Promise<void> | undefined
  readonly #rows = new Set<Promise<void>>()

  constructor(pool: PostgresPool, random: Random, copy: string | undefined) {
    this.#pool = pool
    this.#random = random
    this.#copy = copy
  }

  /**
   * @param work adds its changes and its effects to the lists that it gets
   * @throws errors of `work`, and StorageFailure
   */
  write<T>(
    { durable, lane = 'desk' }: { readonly durable: boolean; readonly lane?: 'desk' | 'row' | undefined },
    work: (unit: Unit, after: AfterCommit) => Promise<T>,
    follow: Follow = followNothing,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const job: Job = {
        durable,
        until: performance.now() + TRY_MS,
        run: async (unit) => {
          const after: AfterCommit = { changes: [], effects: [] }
          const value = await work(unit, after)
          const settle = settling(after, follow, (failure) => {
            if (failure === undefined) resolve(value)
            else reject(failure)
          })
          return { changes: after.changes, settle }
        },
        fail: (error) => {
          reject(failureOf(error))
        },
      }
      if (lane === 'row') this.#runInRowLane(job)
      else {
        this.#jobs.push(job)
        this.#draining ??= this.#drain()
      }
    })
  }

  /** Runs the work at the desk, alone, and rolls it back. @throws as write */
  preview<T>(work: (unit: Unit) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#previews.push({
        durable: false,
        until: performance.now() + TRY_MS,
        run: async (unit) => {
          const value = await work(unit)
          const settle: Settle = () => {
            resolve(value)
            return undefined
          }
          return { changes: [], settle }
        },
        fail: (error) => {
          reject(failureOf(error))
        },
      })
      this.#draining ??= this.#drain()
    })
  }

  /** Resolves when no unit runs or waits. */
  async idle(): Promise<void> {
    while (this.#draining !== undefined || this.#rows.size > 0)
      await Promise.all([this.#draining, ...this.#rows])
  }

  #runInRowLane(job: Job): void {
    const running = this.#commitTogether([job], '').finally(() => {
      this.#rows.delete(running)
    })
    this.#rows.add(running)
  }

  async #drain(): Promise<void> {
    // The turn of the event loop may bring more units.
    await turn()
    while (this.#jobs.length + this.#previews.length > 0) {
      const jobs = this.#jobs.splice(0, BATCH)
      if (jobs.length > 0) await this.#commitTogether(jobs, AT_THE_DESK)
      for (const job of this.#previews.splice(0)) await this.#takeBack(job)
    }
    this.#draining = undefined
  }

  /** Never throws: each unit gets its result or its error. */
  async #commitTogether(jobs: readonly Job[], lane: string): Promise<void> {
    for (let tries = 0; ; tries++) {
      try {
        await this.#try(jobs, lane)
        return
      } catch (error) {
        const isLate = jobs.some(({ until }) => performance.now() > until)
        if (isPassing(error) && !isLate) await pause(PAUSES_MS[tries] ?? PAUSES_MS.at(-1))
        else if (jobs.length === 1) return jobs[0]?.fail(error)
        else {
          for (const job of jobs) await this.#commitTogether([job], lane)
          return
        }
      }
    }
  }

  /** Runs the units as one transaction. @throws when nothing of it is stored */
  async #try(jobs: readonly Job[], lane: string): Promise<void> {
    const isDurable = jobs.some(({ durable }) => durable)
    const ran = await this.#pool.use(async (session) => {
      const begin = BEGIN + (isDurable ? '' : NOT_DURABLE) + lane
      const done: Ran[] = []
      await inTransaction(session.client, begin, async () => {
        for (const job of jobs) done.push(await job.run(session.unit))
      })
      const changes = done.flatMap((one) => one.changes)
      await this.#commit(session, changes, isDurable)
      return done
    })
    for (const { settle } of ran) {
      const settled = settle(undefined)
      if (settled !== undefined) await settled
    }
  }

  async #commit({ client }: Session, changes: readonly OwnChange[], isDurable: boolean): Promise<void> {
    const id = Buffer.from(this.#random.bytes(ID_BYTES)).toString('hex')
    const texts = isDurable ? [`INSERT INTO units (id) VALUES ('${id}')`] : []
    const copy = this.#copy
    if (copy !== undefined && changes.length > 0) {
      const rows = changes.map(
        ({ kind, key }) => `('${kind}', ${client.escapeLiteral(JSON.stringify(key))}, '${copy}')`,
      )
      texts.unshift(`INSERT INTO changes (kind, key, copy) VALUES ${rows.join(', ')}`)
    }
    try {
      await client.query([...texts, 'COMMIT'].join('; '))
    } catch (error) {
      if (!isDurable || !isGone(error) || !(await this.#isKnown(id))) throw error
    }
  }

  /**
   * Whether a transaction was committed whose COMMIT got no answer. Puts its id in its place where it was not: it may
   * still be under way, and can't be committed then.
   * @throws when the database stays away
   */
  async #isKnown(id: string): Promise<boolean> {
    const until = performance.now() + TRY_MS
    for (let tries = 0; ; tries++) {
      try {
        return await this.#pool.use(async ({ client }) => {
          const { rowCount } = await client.query(
            'INSERT INTO units (id) VALUES ($1) ON CONFLICT DO NOTHING',
            [id],
          )
          return rowCount === 0
        })
      } catch (error) {
        if (!isPassing(error) || performance.now() > until) throw error
        await pause(PAUSES_MS[tries] ?? PAUSES_MS.at(-1))
      }
    }
  }

  async #takeBack(job: Job): Promise<void> {
    try {
      const { settle } = await this.#pool.use(async ({ client, unit }) => {
        const ran = await inTransaction(client, BEGIN + AT_THE_DESK, () => job.run(unit))
        await client.query('ROLLBACK')
        return ran
      })
      await settle(undefined)
    } catch (error) {
      job.fail(error)
    }
  }
}
