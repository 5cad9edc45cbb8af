import type Database from 'better-sqlite3'
import { growthPerDay } from '../../../domain/platform/history-forecast.ts'
import type { StorageUsage } from '../../telemetry-store.ts'
import { PAGE_SIZE } from '../../telemetry/account-page.ts'
import type { AccountPages } from './account-pages.ts'
import type { CodeEvents } from './code-events.ts'
import type { DayPages } from './day-pages.ts'
import type { Fold } from './fold.ts'
import { CHUNKED, spanOf, type Level, type StepChunks } from './step-chunks.ts'
import { SizeLog } from './size-log.ts'
import { keptTiers, PROGRAM_KEPT, TIERS, type Tier } from '../../telemetry/tiers.ts'

const DAY = 86_400
/** The rows that one piece of work deletes. */
const TOGETHER = 200
const LEVELS = [0, 1, 2] as const satisfies readonly Level[]

interface Parts {
  readonly pages: AccountPages
  readonly chunks: StepChunks
  readonly dayPages: DayPages
  readonly fold: Fold
  readonly codeEvents: CodeEvents
}

/** One piece of work after the other. @returns whether there was something to do */
type Work = () => boolean

/** Deletes what is kept no longer, from the old end of each table and in small pieces. */
export class Keeping {
  readonly #db: Database.Database
  readonly #parts: Parts
  readonly #forgetProgram
  readonly #sizes: SizeLog
  #tiers: readonly Tier[] = TIERS
  #work: Work[] = []
  /** The most bytes that the data may take. null: no limit. */
  #limit: number | null = null

  constructor(db: Database.Database, parts: Parts) {
    this.#db = db
    this.#parts = parts
    this.#sizes = new SizeLog(db)
    this.#forgetProgram = db.prepare('DELETE FROM programs WHERE device_id = ?')
  }

  get tiers(): readonly Tier[] {
    return this.#tiers
  }

  /** The bytes that data takes in the file. */
  get used(): number {
    const of = (pragma: string) => Number(this.#db.pragma(pragma, { simple: true }))
    return (of('page_count') - of('freelist_count')) * of('page_size')
  }

  /** Sets how long hourly steps are kept. Finer and coarser steps have times of their own. */
  keepHours(seconds: number): void {
    this.#tiers = keptTiers(seconds)
  }

  /** @param bytes null: no limit */
  keepWithin(bytes: number | null): void {
    this.#limit = bytes
  }

  usage(now: number): StorageUsage {
    const { used } = this
    return { used, perDay: growthPerDay(this.#sizes.first(), { at: now, bytes: used }), limit: this.#limit }
  }

  /** Notes the size for the forecast. */
  note(now: number): void {
    this.#sizes.note(now, () => this.used)
  }

  /** Begins to delete what is too old. `step` does it. */
  forgetOld(now: number): void {
    const { dayPages, codeEvents } = this.#parts
    let lastEvent = 0
    let nextPage = 0
    const silent = this.#parts.pages.all()
    this.#work = [
      ...LEVELS.map((level) => () => this.#dropLevel(level, now)),
      () => !dayPages.drop(Math.floor((now - TIERS[3].keep) / DAY), TOGETHER),
      () => {
        const end = codeEvents.forgetOld(now, lastEvent)
        lastEvent = end ?? lastEvent
        return end !== undefined
      },
      () => {
        for (const page of silent.slice(nextPage, (nextPage += 1)))
          for (let local = 0; local < PAGE_SIZE; local++)
            if (page.has(local) && page.heardAt(local) < now - PROGRAM_KEPT)
              this.#forgetProgram.run(page.idOf(local))
        return nextPage < silent.length
      },
    ]
  }

  /** One piece of work. @returns whether there was something to do */
  step(): boolean {
    for (let work = this.#work[0]; work !== undefined; work = this.#work[0]) {
      if (this.#db.transaction(work).immediate()) return true
      this.#work.shift()
    }
    return this.#squeeze()
  }

  #dropLevel(level: Level, now: number): boolean {
    const { chunks, fold } = this.#parts
    const keep = this.#tiers.find(({ tier }) => tier === CHUNKED[level].tier)?.keep ?? Infinity
    const old = spanOf(level, now - keep)
    return !chunks.drop(level, level === 2 ? old : Math.min(old, fold.neededFrom(level)), TOGETHER)
  }

  /** Deletes the oldest of the finest steps while the file is over its limit. Steps that longer ones still need stay. */
  #squeeze(): boolean {
    if (this.#limit === null || this.used <= this.#limit) return false
    const { chunks, fold } = this.#parts
    for (const level of LEVELS) {
      const first = chunks.firstSpan(level)
      if (first === undefined || (level < 2 && first >= fold.neededFrom(level as 0 | 1))) continue
      this.#db.transaction(() => chunks.drop(level, first + 1, TOGETHER)).immediate()
      return true
    }
    return false
  }
}
