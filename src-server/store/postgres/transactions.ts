import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../../contract/ports.ts'
import type { Settle } from '../after-commit.ts'
import type { OwnChange } from '../changes.ts'
import type { Unit } from '../store.ts'
import { codeOf, isGone, isPassing } from './failures.ts'
import { rolledBack, type PostgresPool } from './pool.ts'
import type { Session } from './shared-session.ts'
import { inTransaction } from './transaction.ts'

/** A unit of work that waits for its transaction. */
export interface Job {
  readonly durable: boolean
  /** When the caller gives up, of the steady clock, milliseconds. */
  readonly until: number
  run(unit: Unit): Promise<Ran>
  /** Tells the caller. Only the first result or error of a job counts. */
  fail(error: unknown): void
  /** The caller knows that the unit failed, so nothing of it may be stored any more. */
  hasFailed: boolean
  /** Called when the job fails while its transaction runs. */
  onFail?: (() => void) | undefined
}

/** The rest of a unit of work, for the time of its commit and after it. */
export interface Ran {
  readonly changes: readonly OwnChange[]
  readonly settle: Settle
}

/** Nobody knows whether the transaction was committed, so it must not run again. */
export class UnknownOutcome extends Error {
  override readonly name = 'UnknownOutcome'

  constructor(cause: unknown) {
    super('nobody knows whether the transaction was committed', { cause })
  }
}

const PAUSES_MS = [10, 20, 50, 100, 200, 300, 500] as const
const ID_BYTES = 16
/** The time in which a store that closes waits for locks, milliseconds. The wait that begins last takes three seconds more. */
const ENDING_MS = 2000

const BEGIN = 'BEGIN'
/** Nobody waits for the disk. The order of commits stays. */
const NOT_DURABLE = '; SET LOCAL synchronous_commit = off'
/**
 * A change that memory follows is durable, whatever the unit says: memory would keep what a crash or a new primary has lost.
 * This is the database's own setting, which may ask for more than its disk.
 */
const DURABLE = 'SET LOCAL synchronous_commit TO DEFAULT'
/** A statement of a transaction in which another one failed. */
const IN_FAILED_TRANSACTION = '25P02'

/** The way in which units that share a transaction run in it. */
export interface LaneKind {
  /** The statements that begin its transactions, after BEGIN. */
  readonly begin: string
  readonly areInOrder: boolean
  /** The time beyond its own in which a unit waits for transactions that hold its locks and go on working, milliseconds. */
  readonly waitsMs: number
}

/**
 * The row lock makes this the one transaction of the desk lane in all copies, until it ends. An import of another copy
 * takes its time, as one of this copy does.
 */
export const DESK: LaneKind = { begin: '; UPDATE desk SET n = n + 1', areInOrder: true, waitsMs: 55_000 }
/** The questions of all units go out together, and the database answers them in turn. */
export const ROW: LaneKind = { begin: '', areInOrder: false, waitsMs: 0 }

/** The database gives no answer. */
export function silence(): Error {
  return new Error('timeout exceeded: the database gives no answer')
}

/** Waits before the next attempt. @param tries attempts until now, from 0 */
export async function pauseAfter(tries: number): Promise<void> {
  await pause(PAUSES_MS[tries] ?? PAUSES_MS.at(-1))
}

function stopIfFailed(jobs: readonly Job[]): void {
  if (jobs.some(({ hasFailed }) => hasFailed)) throw silence()
}

/** Runs units as transactions. */
export class Transactions {
  readonly #pool: PostgresPool
  readonly #random: Random
  readonly #copy: string | undefined
  /** When the store, which closes, waits for no lock any more. Of the steady clock, milliseconds. */
  #endsAt = Infinity

  /** @param copy this copy's name for the others, which read the changes. Undefined where there are none */
  constructor(pool: PostgresPool, random: Random, copy: string | undefined) {
    this.#pool = pool
    this.#random = random
    this.#copy = copy
  }

  /** The store closes: nobody waits for a database that is away. Units that run go on. */
  end(): void {
    this.#endsAt = performance.now() + ENDING_MS
  }

  get #isEnding(): boolean {
    return this.#endsAt < Infinity
  }

  /** Whether it is too late to wait for a lock. */
  get isOver(): boolean {
    return performance.now() >= this.#endsAt
  }

  /** When the database said something last, of the steady clock, milliseconds. */
  get heardAt(): number {
    return this.#pool.heardAt
  }

  /**
   * Runs the units as one transaction.
   * @param failed gets those that failed by themselves
   * @param tellLate called while nobody knows the outcome: tells the callers whose time is over
   * @returns what they left to do
   * @throws UnknownOutcome; any other error: nothing of it is stored
   */
  async commit(
    jobs: readonly Job[],
    { begin, areInOrder }: LaneKind,
    failed: Set<Job>,
    tellLate: (trouble: unknown) => void,
  ): Promise<readonly Ran[]> {
    const isDurable = jobs.some(({ durable }) => durable)
    const id = Buffer.from(this.#random.bytes(ID_BYTES)).toString('hex')
    let done: readonly Ran[] = []
    try {
      await this.#pool.use(async (session) => {
        stopIfFailed(jobs)
        // Nobody waits for the silent connection any more, and the units behind it need not either.
        const giveUp = () => {
          if (jobs.every(({ hasFailed }) => hasFailed)) session.client.connection.stream.destroy()
        }
        for (const job of jobs) job.onFail = giveUp
        const run = async (job: Job): Promise<Ran> => {
          try {
            return await job.run(session.unit)
          } catch (error) {
            if (codeOf(error) !== IN_FAILED_TRANSACTION) failed.add(job)
            throw error
          }
        }
        const opening = BEGIN + (isDurable ? '' : NOT_DURABLE) + begin
        done = await inTransaction(session, opening, () => (areInOrder ? inOrder : atOnce)(jobs, run))
        stopIfFailed(jobs)
        await this.#commit(session, id, done)
      })
    } catch (error) {
      for (const job of jobs) job.onFail = undefined
      // The lost connection is back in the pool by now: the look for the outcome may need its place.
      if (!(error instanceof UnknownOutcome)) throw error
      if (!(await this.#isStored(id, jobs, tellLate))) throw error.cause
    }
    for (const job of jobs) job.onFail = undefined
    return done
  }

  /** Runs the unit alone, and rolls it back. @throws errors of the unit and of the database */
  async takeBack(job: Job, { begin }: LaneKind): Promise<Ran> {
    return this.#pool.use(async (session) => {
      const ran = await inTransaction(session, BEGIN + begin, () => job.run(session.unit))
      await session.client.query('ROLLBACK')
      return ran
    })
  }

  /**
   * The id of the transaction goes with COMMIT in one message: the database gets both or none. The id also makes the
   * database refuse a unit that went on after a failed statement, which COMMIT alone would roll back without an error.
   */
  async #commit({ client }: Session, id: string, done: readonly Ran[]): Promise<void> {
    const copy = this.#copy
    const changes = done.flatMap((one) => one.changes)
    const texts = [`INSERT INTO units (id) VALUES ('${id}')`, 'COMMIT']
    if (changes.length > 0) texts.unshift(DURABLE)
    if (changes.length > 0 && copy !== undefined) {
      const rows = changes.map(
        ({ kind, key }) => `('${kind}', ${client.escapeLiteral(JSON.stringify(key))}, '${copy}')`,
      )
      texts.unshift(`INSERT INTO changes (kind, key, copy) VALUES ${[...new Set(rows)].join(', ')}`)
    }
    try {
      await client.query(texts.join('; '))
    } catch (error) {
      // A connection that answers after the error ended the transaction with it.
      const isRefused = !isGone(error) && (await rolledBack(client))
      throw isRefused ? error : new UnknownOutcome(error)
    }
  }

  /**
   * Whether a transaction was committed whose COMMIT got no answer. Takes its id where it was not: it may still be
   * under way, and can't be committed then. Goes on as long as the database is away, because memory must follow what
   * is stored. The callers hear of it at the end of their time.
   * @throws UnknownOutcome
   */
  async #isStored(id: string, jobs: readonly Job[], tellLate: (trouble: unknown) => void): Promise<boolean> {
    for (let tries = 0; ; tries++) {
      try {
        return await this.#pool.use(async ({ client }) => {
          // An earlier look whose answer was lost left the same row, so a row alone says nothing.
          const { rows } = await client.query<{ isVoid: boolean }>(
            `INSERT INTO units (id, is_void) VALUES ($1, true)
             ON CONFLICT (id) DO UPDATE SET is_void = units.is_void RETURNING is_void AS "isVoid"`,
            [id],
          )
          return rows[0]?.isVoid === false
        })
      } catch (error) {
        tellLate(error)
        const isAwaited = jobs.some(({ hasFailed }) => !hasFailed)
        if (!isPassing(error) || (this.#isEnding && !isAwaited)) throw new UnknownOutcome(error)
        await pauseAfter(tries)
      }
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
