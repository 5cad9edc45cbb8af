import type Database from 'better-sqlite3'
import type { MovedProgress } from '../../moving/move-end.ts'
import type { TelemetryPage } from '../../moving/telemetry-page.ts'
import { PAGE_SIZE } from '../../telemetry/account-page.ts'
import { DayPages } from '../telemetry/day-pages.ts'
import { PageFile } from '../telemetry/page-file.ts'
import { spanOf, StepChunks } from '../telemetry/step-chunks.ts'

const LEVELS = [0, 1, 2] as const

/** Writes the figures of accounts into an empty file. In the caller's transaction. */
export class TelemetryWriter {
  readonly #chunks: StepChunks
  readonly #days: DayPages
  readonly #pages: PageFile
  readonly #saveLevel
  /** The first minute so far, Unix seconds. */
  #first = Infinity

  constructor(db: Database.Database) {
    this.#chunks = new StepChunks(db)
    this.#days = new DayPages(db)
    this.#pages = new PageFile(db)
    this.#saveLevel = db.prepare(
      'INSERT OR REPLACE INTO fold_progress (level, span, account, begun) VALUES (@level, @span, @account, @span)',
    )
  }

  write({ page, steps, days }: TelemetryPage): void {
    if (hasAccounts(page)) this.#pages.write(page, 0)
    for (const level of LEVELS)
      for (const [account, added] of steps[level]) {
        if (added.rows.count > 0) this.#chunks.add(level, account, added)
        if (level === 0) this.#first = Math.min(this.#first, added.rows.numbers[0] ?? Infinity)
      }
    for (const rows of days.values()) this.#days.add(page.number, rows, true)
  }

  /**
   * Call it after the last page.
   * @param now Unix seconds: longer steps are made from then on where there are no minutes
   */
  saveProgress(progress: MovedProgress, now: number): void {
    for (const level of [1, 2] as const) {
      const begin = { span: spanOf(level, Math.min(this.#first, now)), account: 0 }
      this.#saveLevel.run({ level, ...(progress[level] ?? begin) })
    }
  }
}

function hasAccounts(page: TelemetryPage['page']): boolean {
  for (let local = 0; local < PAGE_SIZE; local++) if (page.has(local)) return true
  return false
}
