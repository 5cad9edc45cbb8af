import type Database from 'better-sqlite3'
import { LOCAL_OF_STEP, PAGE_SIZE } from '../../telemetry/account-page.ts'
import type { AccountPages } from './account-pages.ts'
import type { FreshSteps } from './fresh-steps.ts'
import { CHUNKED, spanOf, type Level, type StepChunks } from './step-chunks.ts'
import { Steps } from '../../telemetry/step-rows.ts'

/** The seconds after the end of a span in which its last minutes are stored. */
const SETTLES = 300
/** The accounts whose chunks become longer steps at once. */
const TOGETHER = 32

interface Progress {
  readonly level: 1 | 2
  /** The span whose chunks are made next, and the first account without one. */
  readonly span: number
  readonly account: number
  /** The span with which the layout began. Older steps came from the layout before. */
  readonly begun: number
}

/**
 * Makes the history of accounts from what is stored in the order of time, in small pieces. Steps of a level are complete
 * before its boundary, and behind it they follow from the level below.
 */
export class Fold {
  readonly #progress: Record<1 | 2, Progress>
  readonly #db: Database.Database
  readonly #save
  readonly #parts

  /** @param now Unix seconds, for a file without progress */
  constructor(
    db: Database.Database,
    parts: { readonly pages: AccountPages; readonly fresh: FreshSteps; readonly chunks: StepChunks },
    now: number,
  ) {
    this.#db = db
    this.#parts = parts
    this.#save = db.prepare(
      'INSERT OR REPLACE INTO fold_progress (level, span, account, begun) VALUES (@level, @span, @account, @begun)',
    )
    const stored = new Map(
      db
        .prepare<[], Progress>('SELECT level, span, account, begun FROM fold_progress')
        .all()
        .map((one) => [one.level, one]),
    )
    const begin = (level: 1 | 2): Progress => {
      const span = spanOf(level, now)
      const progress = { level, span, account: 0, begun: span }
      this.#save.run(progress)
      return progress
    }
    this.#progress = { 1: stored.get(1) ?? begin(1), 2: stored.get(2) ?? begin(2) }
  }

  /** The time before which an account's steps of a level are in its chunks, Unix seconds. */
  boundary(level: 1 | 2, account: number): number {
    const { span, account: next } = this.#progress[level]
    return (account < next ? span + 1 : span) * CHUNKED[level].span
  }

  /** The time before which a level's steps came from the layout before. */
  begun(level: 1 | 2): number {
    return this.#progress[level].begun * CHUNKED[level].span
  }

  /** The first span of a level that the level above still needs. */
  neededFrom(level: 0 | 1): number {
    const above = level === 0 ? 1 : 2
    return Math.floor((this.#progress[above].span * CHUNKED[above].span) / CHUNKED[level].span)
  }

  /** One piece of work in a transaction. @returns whether there was something to do */
  step(now: number): boolean {
    return this.#foldFresh(now) || this.#foldChunks(1, now) || this.#foldChunks(2, now)
  }

  #foldFresh(now: number): boolean {
    const { fresh } = this.#parts
    const next = fresh.next(spanOf(0, now - SETTLES))
    if (next === undefined) return false
    const byLocal = new Map<number, Steps>()
    for (const { numbers, width, count } of fresh.ofSpan(next.page, next.span))
      for (let at = 0; at < count * width; at += width) {
        const local = numbers[at + LOCAL_OF_STEP] ?? NaN
        const steps = byLocal.get(local) ?? new Steps()
        byLocal.set(local, steps)
        steps.add(numbers, at)
      }
    this.#together(() => {
      for (const [local, steps] of [...byLocal].sort(([a], [b]) => a - b))
        this.add(next.page * PAGE_SIZE + local, steps)
      fresh.remove(next.page, next.span)
    })
    return true
  }

  /**
   * Adds minutes of an account to its chunks, and to those of longer steps that are complete already. In the caller's
   * transaction.
   * @param from the time from which a level has these minutes not yet, Unix seconds
   */
  add(account: number, minutes: Steps, from: (level: 1 | 2) => number = () => -Infinity): void {
    const { chunks } = this.#parts
    chunks.add(0, account, minutes)
    for (const level of [1, 2] as const) {
      const late = new Steps()
      late.addAll(minutes.rows, from(level), this.boundary(level, account))
      if (late.rows.count > 0) chunks.add(level, account, late.in(CHUNKED[level].tier))
    }
  }

  #foldChunks(level: 1 | 2, now: number): boolean {
    const { chunks, pages } = this.#parts
    const progress = this.#progress[level]
    const below: Level = level === 1 ? 0 : 1
    const { span: seconds, tier } = CHUNKED[level]
    const end = (progress.span + 1) * seconds
    if (now < end + SETTLES || (level === 2 && this.#progress[1].span * CHUNKED[1].span < end)) return false
    const spans = { from: (progress.span * seconds) / CHUNKED[below].span, before: end / CHUNKED[below].span }
    const before = progress.account + TOGETHER
    const isDone = before >= pages.endOfIds() || !chunks.has(below, spans.from, spans.before)
    const next = isDone
      ? { ...progress, span: progress.span + 1, account: 0 }
      : { ...progress, account: before }
    this.#together(() => {
      for (const [account, steps] of chunks.ofAccounts(below, spans, progress.account, before))
        chunks.put(level, progress.span, account, steps.in(tier))
      this.#save.run(next)
    })
    this.#progress[level] = next
    return true
  }

  #together(work: () => void): void {
    this.#db.transaction(work).immediate()
  }
}
