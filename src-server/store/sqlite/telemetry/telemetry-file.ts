import type Database from 'better-sqlite3'
import { unpackPulse } from '../../pulse-batch.ts'
import { pendingMigrations, runMigrations } from '../migrate.ts'
import { readMigrations } from '../migrations.ts'
import { openDatabase } from '../open.ts'
import { codeOf, isHeld, isUnreadable } from '../refusal.ts'
import { DamagedDatabaseError } from '../../data-folder-error.ts'
import { TelemetryDatabase } from './database.ts'
import { FleetSamples } from './fleet-samples.ts'
import type { FromWorker, ToWorker } from './messages.ts'
import { setAside, type Renewed, type TelemetryPlace } from './open-telemetry.ts'
import { PassingTime } from './passing-time.ts'

interface Parts {
  readonly place: TelemetryPlace
  /** Unix seconds. */
  readonly now: () => number
  readonly renewed: (renewed: Renewed) => void
}

/** Questions about many accounts. Other messages get their turn in between. */
export type LongMessage = Extract<ToWorker, { kind: 'period' | 'fleet days' | 'trends' }>
export type ShortMessage = Exclude<ToWorker, LongMessage>

interface Opened {
  readonly db: Database.Database
  readonly telemetry: TelemetryDatabase
  readonly fleet: FleetSamples
}

/** The telemetry file of the worker thread. A damaged file is set aside, and an empty one takes its place. */
export class TelemetryFile {
  readonly #parts: Parts
  readonly #time = new PassingTime()
  #keep: number | undefined
  #limit: number | null = null
  #holdsOld = false
  #opened: Opened

  constructor(parts: Parts) {
    this.#parts = parts
    this.#opened = this.#openOrRenew()
  }

  /** @throws errors of SQLite: after another program's lock the same message may succeed */
  handle(message: ShortMessage): FromWorker {
    try {
      return this.#answer(message)
    } catch (error) {
      if (!isUnreadable(error)) throw error
      this.#renew(codeOf(error))
      return this.#answer(message)
    }
  }

  /**
   * Answers a question about many accounts, and pauses after each part of the work.
   * @throws errors of SQLite
   */
  *work(message: LongMessage): Generator<undefined, FromWorker> {
    const { telemetry } = this.#opened
    const { id } = message
    switch (message.kind) {
      case 'period':
        return { kind: 'period', id, columns: yield* telemetry.period(message.from, message.to) }
      case 'fleet days': {
        const { from, to, groups } = message
        return { kind: 'fleet days', id, days: yield* telemetry.fleetDays(from, to, groups) }
      }
      case 'trends': {
        const now = Math.max(this.#time.now, message.query.to)
        return { kind: 'trends', id, trends: yield* telemetry.trends(message.query, now) }
      }
    }
  }

  /** Ends without the data that could not be written. */
  abandon(): void {
    this.#opened.db.close()
  }

  #answer(message: ShortMessage): FromWorker {
    const { id } = message
    switch (message.kind) {
      case 'append': {
        const { pulses } = message
        this.#opened.telemetry.append(pulses, message.utcOffset)
        if (pulses.count > 0) this.#time.pass(unpackPulse(pulses, pulses.count - 1).at)
        this.#tidy()
        return { kind: 'done', id }
      }
      case 'history':
        return {
          kind: 'history',
          id,
          history: this.#opened.telemetry.history(message.query, Math.max(this.#time.now, message.query.to)),
        }
      case 'days':
        return {
          kind: 'days',
          id,
          days: this.#opened.telemetry.days(message.deviceId, message.from, message.to),
        }
      case 'latest':
        return { kind: 'latest', id, ...this.#opened.telemetry.latest(message.after) }
      case 'append code events':
        this.#opened.telemetry.appendCodeEvents(message.batch)
        for (const { at } of message.batch.slice(-1)) this.#time.pass(at)
        this.#tidy()
        return { kind: 'done', id }
      case 'code events':
        return { kind: 'code events', id, rows: this.#opened.telemetry.codeEvents(message.codeId) }
      case 'append fleet':
        this.#opened.fleet.append(message.sample)
        return { kind: 'done', id }
      case 'fleet ends':
        return { kind: 'fleet ends', id, points: this.#opened.fleet.ends(message.query) }
      case 'fleet curve':
        return {
          kind: 'fleet curve',
          id,
          curve: this.#opened.fleet.curve(message.query, Math.max(this.#time.now, message.query.to)),
        }
      case 'keep hours':
        this.#keep = message.seconds
        this.#opened.telemetry.keeping.keepHours(message.seconds)
        // Old data goes with the next pulses, not only a day later.
        this.#time.forgetSoon()
        return { kind: 'done', id }
      case 'keep within':
        this.#limit = message.bytes
        this.#opened.telemetry.keeping.keepWithin(message.bytes)
        return { kind: 'done', id }
      case 'usage':
        return { kind: 'usage', id, usage: this.#opened.telemetry.keeping.usage(this.#time.now) }
      case 'hold old':
        this.#holdsOld = message.on
        return { kind: 'done', id }
      case 'renew':
        this.#renew(message.why)
        return { kind: 'done', id }
      case 'close':
        this.#opened.telemetry.close()
        return { kind: 'done', id }
    }
  }

  /** The message's own data is stored already, so another program's lock only puts this off. */
  #tidy(): void {
    const { telemetry, fleet } = this.#opened
    try {
      if (!this.#holdsOld && this.#time.isForgettingDue()) {
        telemetry.keeping.forgetOld(this.#time.now)
        fleet.forgetOld(this.#time.now)
      }
      telemetry.tend(this.#time.now)
    } catch (error) {
      if (!isHeld(error)) throw error
    }
  }

  #openOrRenew(): Opened {
    try {
      return this.#open()
    } catch (error) {
      if (error instanceof DamagedDatabaseError) return this.#openAnew(error.message)
      if (isUnreadable(error)) return this.#openAnew(codeOf(error))
      throw error
    }
  }

  #renew(why: string): void {
    try {
      this.#opened.db.close()
    } finally {
      this.#opened = this.#openAnew(why)
      this.#opened.telemetry.keeping.keepWithin(this.#limit)
      if (this.#keep !== undefined) this.#opened.telemetry.keeping.keepHours(this.#keep)
    }
  }

  #openAnew(why: string): Opened {
    const { place, now, renewed } = this.#parts
    const kept = setAside(place.file, now())
    const opened = this.#open()
    renewed({ kept, why })
    return opened
  }

  #open(): Opened {
    const { place, now } = this.#parts
    const db = openDatabase(place.file)
    try {
      // The start has migrated the file, so only a new one has something to do here.
      runMigrations(db, pendingMigrations(db, readMigrations(place.migrations)), now())
      // This thread's readers must not wait for another program's lock. The worker tries again by a timer.
      db.pragma('busy_timeout = 50')
      const telemetry = new TelemetryDatabase(db, now())
      const newest = telemetry.newest()
      if (newest !== undefined) this.#time.pass(newest)
      return { db, telemetry, fleet: new FleetSamples(db) }
    } catch (error) {
      db.close()
      throw error
    }
  }
}
