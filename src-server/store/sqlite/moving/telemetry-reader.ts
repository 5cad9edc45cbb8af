import { setImmediate as turn } from 'node:timers/promises'
import type Database from 'better-sqlite3'
import type { MovedProgress } from '../../moving/move-end.ts'
import {
  addWaiting,
  isEmptyPage,
  newSteps,
  stepsOf,
  type TelemetryPage,
} from '../../moving/telemetry-page.ts'
import { AccountPage, LOCAL_OF_STEP, PAGE_SIZE } from '../../telemetry/account-page.ts'
import type { Rows } from '../../telemetry/columns/columns.ts'
import { Steps } from '../../telemetry/step-rows.ts'
import { DayPages } from '../telemetry/day-pages.ts'
import { FreshSteps } from '../telemetry/fresh-steps.ts'
import { readPage } from '../telemetry/page-state.ts'
import { CHUNKED, StepChunks, type Level } from '../telemetry/step-chunks.ts'

const TIERS = { 1: CHUNKED[1].tier, 2: CHUNKED[2].tier }
const LEVELS = [0, 1, 2] as const satisfies readonly Level[]

interface LevelRow {
  readonly level: 1 | 2
  readonly span: number
  readonly account: number
}

/** Reads the figures of accounts page by page, from a file whose journal is worked off. */
export class TelemetryReader {
  readonly #db: Database.Database
  readonly #chunks: StepChunks
  readonly #fresh: FreshSteps
  readonly #days: DayPages
  readonly #state

  constructor(db: Database.Database) {
    this.#db = db
    this.#chunks = new StepChunks(db)
    this.#fresh = new FreshSteps(db)
    this.#days = new DayPages(db)
    this.#state = db.prepare<[number], Buffer>('SELECT state FROM account_pages WHERE page = ?').pluck()
  }

  progress(): MovedProgress {
    const rows = this.#db.prepare<[], LevelRow>('SELECT level, span, account FROM fold_progress').all()
    const of = (level: 1 | 2) => {
      const row = rows.find((one) => one.level === level)
      return row && { span: row.span, account: row.account }
    }
    return { 1: of(1), 2: of(2) }
  }

  pageCount(): number {
    const last = this.#db.prepare<[], number | null>('SELECT max(page) FROM account_pages').pluck().get()
    return (last ?? -1) + 1
  }

  async *pages(): AsyncGenerator<TelemetryPage> {
    const count = this.pageCount()
    const progress = this.progress()
    for (let number = 0; number < count; number++) {
      const page = this.#read(number, progress)
      if (!isEmptyPage(page)) yield page
      // Reading never waits by itself: the other side gets its turn.
      await turn()
    }
  }

  #read(number: number, progress: MovedProgress): TelemetryPage {
    const state = this.#state.get(number)
    const page = state === undefined ? new AccountPage(number) : readPage(number, state)
    const steps = newSteps()
    for (const level of LEVELS) {
      const first = this.#chunks.firstSpan(level)
      if (first === undefined) continue
      const spans = { from: first, before: this.#chunks.lastSpan(level) + 1 }
      const [from, before] = [number * PAGE_SIZE, (number + 1) * PAGE_SIZE]
      for (const [account, known] of this.#chunks.ofAccounts(level, spans, from, before))
        stepsOf(steps, level, account).addAll(known.rows)
    }
    for (const [account, minutes] of this.#waiting(number))
      addWaiting(steps, account, minutes, (level) => boundaryOf(progress, level, account), TIERS)
    return { page, steps, days: this.#daysOf(number) }
  }

  /** The minutes of a page that are in no chunk. */
  #waiting(number: number): Map<number, Steps> {
    const found = new Map<number, Steps>()
    for (const { numbers, count, width } of this.#fresh.ofPage(number))
      for (let at = 0; at < count * width; at += width) {
        const account = number * PAGE_SIZE + (numbers[at + LOCAL_OF_STEP] ?? NaN)
        const known = found.get(account) ?? new Steps()
        found.set(account, known)
        known.add(numbers, at)
      }
    return found
  }

  #daysOf(number: number): Map<number, Rows> {
    const days = new Map<number, Rows>()
    const last = this.#days.last()
    for (let day = this.#days.first() ?? last + 1; day <= last; day++) {
      const rows = this.#days.ofPage(day, number)
      if (rows !== undefined) days.set(day, rows)
    }
    return days
  }
}

/** The time before which an account's steps of a level are complete, Unix seconds. */
function boundaryOf(progress: MovedProgress, level: 1 | 2, account: number): number {
  const known = progress[level]
  if (known === undefined) return -Infinity
  return (account < known.account ? known.span + 1 : known.span) * CHUNKED[level].span
}
