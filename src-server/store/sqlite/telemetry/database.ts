import type Database from 'better-sqlite3'
import type { LatestPulse } from '../../latest-pulse.ts'
import { PulseBatch, unpackPulse, type PackedPulses } from '../../pulse-batch.ts'
import type {
  DayStep,
  FleetDay,
  History,
  HistoryQuery,
  RepeatedCodeEvent,
  PeriodColumns,
  TrendQuery,
} from '../../telemetry-store.ts'
import type { CodeEvent } from '../../../contract/records/code-event.ts'
import type { AccountPage } from '../../telemetry/account-page.ts'
import { AccountPages } from './account-pages.ts'
import { CodeEvents } from './code-events.ts'
import { DayPages } from './day-pages.ts'
import { Days } from './days.ts'
import { Fold } from './fold.ts'
import { FreshSteps } from './fresh-steps.ts'
import { HistoryReader } from './history-reader.ts'
import { Journal } from './journal.ts'
import { Keeping } from './keeping.ts'
import { OldHistory } from './old-history.ts'
import { takeOldLatest } from './old-latest.ts'
import type { PackedLatest } from '../../telemetry/messages.ts'
import { PageFile } from './page-file.ts'
import { Programs } from './programs.ts'
import { StepChunks } from './step-chunks.ts'

/** The time that storing pages, and work in the background, take of a batch, milliseconds. */
const SLICE_MS = 20
/** The pages whose latest pulses are read together. */
const PAGES_TOGETHER = 32

/** The telemetry file, with synchronous access for the worker thread. */
export class TelemetryDatabase {
  readonly #db: Database.Database
  readonly #pages = new AccountPages()
  readonly #journal: Journal
  readonly #pageFile: PageFile
  readonly #programs: Programs
  readonly #fresh: FreshSteps
  readonly #dayPages: DayPages
  readonly #days: Days
  readonly #fold: Fold
  readonly #old: OldHistory
  readonly #reader: HistoryReader
  readonly #codeEvents: CodeEvents
  readonly #keeping: Keeping
  #utcOffset = 0
  /** The pulses from before, of accounts that have pulsed since. undefined for an account that had none. */
  #before: Map<number, LatestPulse | undefined> | undefined

  /** @param now Unix seconds, for a file without history */
  constructor(db: Database.Database, now: number) {
    this.#db = db
    this.#pageFile = new PageFile(db)
    this.#programs = new Programs(db)
    this.#fresh = new FreshSteps(db)
    this.#dayPages = new DayPages(db)
    this.#codeEvents = new CodeEvents(db)
    const [pages, fresh, dayPages, codeEvents] = [this.#pages, this.#fresh, this.#dayPages, this.#codeEvents]
    const chunks = new StepChunks(db)
    for (const page of this.#pageFile.all()) pages.set(page)
    takeOldLatest(db, pages, this.#pageFile)
    this.#journal = new Journal(db)
    this.#days = new Days(pages, dayPages)
    const fold = new Fold(db, { pages, fresh, chunks }, now)
    this.#fold = fold
    const store = (page: AccountPage) => {
      this.#store(page, 0)
    }
    this.#old = new OldHistory(db, { pages, chunks, dayPages, fold, store })
    this.#reader = new HistoryReader({ pages, fresh, chunks, fold, days: this.#days, old: this.#old })
    this.#keeping = new Keeping(db, { pages, chunks, dayPages, fold, codeEvents })
    for (const { seq, utcOffset, pulses } of this.#journal.entries()) this.#apply(pulses, seq, utcOffset)
  }

  /** From now on, accounts that pulse keep their pulse from before, until `latest` has read all. */
  keepBefore(): void {
    this.#before = new Map()
  }

  get keepsBefore(): boolean {
    return this.#before !== undefined
  }

  get keeping(): Keeping {
    return this.#keeping
  }

  /**
   * Stores pulses as they came, and adds them to memory.
   * @param utcOffset minutes the server's wall clock is ahead of UTC
   */
  append(pulses: PackedPulses, utcOffset: number): void {
    this.#together(() => {
      this.#journal.write(pulses, utcOffset)
      this.#programs.save(pulses.programs)
    })
    // After the commit: a try that finds the file locked must change nothing in memory.
    this.#journal.written()
    this.#noteBefore(pulses)
    this.#apply(pulses, this.#journal.seq, utcOffset)
  }

  /** Stores the pages that are due, and works at the history for a moment. @param now Unix seconds */
  tend(now: number): void {
    const endsAt = performance.now() + SLICE_MS
    let hasStored = false
    for (const page of this.#pages.due(now)) {
      this.#store(page, now)
      hasStored = true
      if (performance.now() > endsAt) break
    }
    if (hasStored)
      this.#together(() => {
        this.#journal.trim(Math.min(this.#pages.neededFrom(), this.#journal.seq + 1))
      })
    this.#keeping.note(now)
    while (performance.now() < endsAt && this.work(now));
  }

  /** One piece of work in the background. @returns whether there was something to do */
  work(now: number): boolean {
    return this.#fold.step(now) || this.#old.step(this.#utcOffset) || this.#keeping.step()
  }

  appendCodeEvents(batch: readonly RepeatedCodeEvent[]): void {
    this.#codeEvents.append(batch)
  }

  codeEvents(codeId: number): CodeEvent[] {
    return this.#codeEvents.of(codeId)
  }

  /**
   * The latest pulses of some accounts, with the texts of their programs. After `keepBefore`, the first reading of all
   * accounts gets the pulses from before it.
   * @param after the place in the row of pages at which to begin
   */
  latest(after: number): PackedLatest {
    const all = this.#pages.all()
    const pages = all.slice(after, after + PAGES_TOGETHER)
    const batch = new PulseBatch(pages.length * 128)
    for (const page of pages)
      for (const latest of this.#pages.latest(page)) {
        const { deviceId } = latest
        const pulse = this.#before?.has(deviceId) === true ? this.#before.get(deviceId) : latest
        if (pulse !== undefined) batch.add(pulse)
      }
    const next = after + PAGES_TOGETHER
    const programs = pages.flatMap(({ number }) => this.#programs.ofPage(number))
    const isLast = next >= all.length
    if (isLast) this.#before = undefined
    return {
      pulses: { ...batch.packed(), programs },
      next: isLast ? null : next,
      done: isLast ? 1 : next / all.length,
    }
  }

  /** When the newest pulse came, Unix seconds. */
  newest(): number | undefined {
    return this.#pages.newest()
  }

  /** The steps of the requested span, with the running minute. @param now decides which steps still exist */
  history(query: HistoryQuery, now: number): History {
    return this.#reader.history(query, now, this.#keeping.tiers)
  }

  /** Pauses after each account. */
  trends(query: TrendQuery, now: number): Generator<undefined, Map<number, Float64Array>> {
    return this.#reader.trends(query, now, this.#keeping.tiers)
  }

  /** @param from days from 1970 by the server's wall clock; the same for `to` */
  days(deviceId: number, from: number, to: number): DayStep[] {
    return this.#days.of(deviceId, from, to)
  }

  /** Pauses after each part of the work. */
  period(from: number, to: number): Generator<undefined, PeriodColumns> {
    return this.#days.period(from, to)
  }

  /** Pauses after each part of the work. */
  fleetDays(from: number, to: number, groups: Int32Array): Generator<undefined, FleetDay[]> {
    return this.#days.fleet(from, to, groups)
  }

  /** Stores every page as it is, and closes the file. */
  close(): void {
    for (const page of this.#pages.unstored()) this.#store(page, 0)
    this.#together(() => {
      this.#journal.trim(this.#journal.seq + 1)
    })
    this.#db.pragma('wal_checkpoint(TRUNCATE)')
    this.#db.close()
  }

  #noteBefore(pulses: PackedPulses): void {
    if (this.#before === undefined) return
    for (let index = 0; index < pulses.count; index++) {
      const { deviceId } = unpackPulse(pulses, index)
      if (!this.#before.has(deviceId)) this.#before.set(deviceId, this.#pages.latestOf(deviceId))
    }
  }

  #apply(pulses: PackedPulses, seq: number, utcOffset: number): void {
    this.#utcOffset = utcOffset
    this.#pages.add(pulses, seq, utcOffset, (deviceId, day) => this.#dayPages.of(deviceId, day))
  }

  #store(page: AccountPage, now: number): void {
    page.endMinutes(now)
    const { seq } = this.#journal
    this.#together(() => {
      this.#fresh.write(page)
      this.#dayPages.write(page)
      this.#pageFile.write(page, seq)
    })
    this.#pages.stored(page, seq)
  }

  /** IMMEDIATE, so that another program's lock shows before the work begins. */
  #together(work: () => void): void {
    this.#db.transaction(work).immediate()
  }
}
