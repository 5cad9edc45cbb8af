import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../../contract/ports.ts'
import { followNothing, settling, type AfterCommit, type Settle } from '../after-commit.ts'
import type { Follow, OwnChange } from '../changes.ts'
import type { Unit } from '../store.ts'
import { codeOf, failureOf, isGone, isPassing } from './failures.ts'
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
/** A statement of a transaction in which another one failed. */
const IN_FAILED_TRANSACTION = '25P02'

type Lane = 'desk' | 'row'

/**
 * Two lanes of writing. The desk lane gives what SQLite gives: in all copies one transaction after another, with ids that
 * rise in the order of commits. Units that wait share a transaction. The row lane is for units that decide by
 * conditional updates and unique indexes alone. Those that wait share a transaction too, and run in it at once; the
 * transactions of other copies and of the desk run meanwhile. One at a time, so that no two of a copy lock each other out.
 */
export class PostgresWriter {
  readonly #pool: PostgresPool
  readonly #random: Random
  /** This copy's name for the others, which read the changes. Undefined where there are none. */
  readonly #copy: string | undefined
  readonly #jobs: Readonly<Record<Lane, Job[]>> = { desk: [], row: [] }
  #previews: Job[] = []
  readonly #draining: Record<Lane, Promise<void> | undefined> = { desk: undefined, row: undefined }

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
    { durable, lane = 'desk' }: { readonly durable: boolean; readonly lane?: Lane | undefined },
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
      this.#jobs[lane].push(job)
      this.#draining[lane] ??= this.#drain(lane)
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
      this.#draining.desk ??= this.#drain('desk')
    })
  }

  /** Resolves when no unit runs or waits. */
  async idle(): Promise<void> {
    for (;;) {
      const { desk, row } = this.#draining
      if (desk === undefined && row === undefined) return
      await Promise.all([desk, row])
    }
  }

  async #drain(lane: Lane): Promise<void> {
    // The turn of the event loop may bring more units.
    await turn()
    const waiting = this.#jobs[lane]
    while (waiting.length + (lane === 'desk' ? this.#previews.length : 0) > 0) {
      const jobs = waiting.splice(0, BATCH)
      if (jobs.length > 0) await this.#commitTogether(jobs, lane)
      if (lane === 'desk') for (const job of this.#previews.splice(0)) await this.#takeBack(job)
    }
    this.#draining[lane] = undefined
  }

  /** Never throws: each unit gets its result or its error. */
  async #commitTogether(jobs: readonly Job[], lane: Lane): Promise<void> {
    for (let tries = 0; ; tries++) {
      const failed = new Set<Job>()
      try {
        await this.#try(jobs, lane, failed)
        return
      } catch (error) {
        const isLate = jobs.some(({ until }) => performance.now() > until)
        if (isPassing(error) && !isLate) await pause(PAUSES_MS[tries] ?? PAUSES_MS.at(-1))
        else if (jobs.length === 1) return jobs[0]?.fail(error)
        else {
          for (const some of apart(jobs, failed)) await this.#commitTogether(some, lane)
          return
        }
      }
    }
  }

  /**
   * Runs the units as one transaction.
   * @param failed gets those that failed by themselves
   * @throws when nothing of it is stored
   */
  async #try(jobs: readonly Job[], lane: Lane, failed: Set<Job>): Promise<void> {
    const isDurable = jobs.some(({ durable }) => durable)
    const ran = await this.#pool.use(async (session) => {
      const begin = BEGIN + (isDurable ? '' : NOT_DURABLE) + (lane === 'desk' ? AT_THE_DESK : '')
      const run = async (job: Job): Promise<Ran> => {
        try {
          return await job.run(session.unit)
        } catch (error) {
          if (codeOf(error) !== IN_FAILED_TRANSACTION) failed.add(job)
          throw error
        }
      }
      const done = await inTransaction(session.client, begin, () =>
        lane === 'desk' ? inOrder(jobs, run) : atOnce(jobs, run),
      )
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

async function inOrder<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (const item of items) done.push(await run(item))
  return done
}

/** Nothing runs any more when an error is thrown. */
async function atOnce<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const running = items.map(run)
  await Promise.allSettled(running)
  return Promise.all(running)
}

/** Units to try again in their order: each that failed alone, and those between them together. */
function apart(jobs: readonly Job[], failed: ReadonlySet<Job>): Job[][] {
  const parts: Job[][] = []
  let isOpen = false
  for (const job of jobs) {
    const isAlone = failed.size === 0 || failed.has(job)
    if (isOpen && !isAlone) parts.at(-1)?.push(job)
    else parts.push([job])
    isOpen = !isAlone
  }
  return parts
}
