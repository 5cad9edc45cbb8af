import type Database from 'better-sqlite3'
import { unpackPulse } from '../../pulse-batch.ts'
import { pendingMigrations, runMigrations } from '../migrate.ts'
import { readMigrations } from '../../migrations.ts'
import { openDatabase } from '../open.ts'
import { codeOf, isHeld, isUnreadable } from '../refusal.ts'
import { DamagedDatabaseError } from '../../data-folder-error.ts'
import { TelemetryDatabase } from './database.ts'
import { FleetSamples } from './fleet-samples.ts'
import type { Answer, Renewed, Request } from '../../telemetry/messages.ts'
import { setAside, type TelemetryPlace } from './open-telemetry.ts'
import { PassingTime } from '../../telemetry/passing-time.ts'

interface Parts {
  readonly place: TelemetryPlace
  /** Unix seconds. */
  readonly now: () => number
  readonly renewed: (renewed: Renewed) => void
}

/** Questions about many accounts. Other requests get their turn in between. */
export type LongRequest = Extract<Request, { kind: 'period' | 'fleet days' | 'trends' }>
export type ShortRequest = Exclude<Request, LongRequest>

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
    // The server takes pulses before it has read these.
    this.#opened.telemetry.keepBefore()
  }

  /** @throws errors of SQLite: after another program's lock the same request may succeed */
  handle(request: ShortRequest): Answer {
    try {
      return this.#answer(request)
    } catch (error) {
      if (!isUnreadable(error)) throw error
      this.#renew(codeOf(error))
      return this.#answer(request)
    }
  }

  /**
   * Answers a question about many accounts, and pauses after each part of the work.
   * @throws errors of SQLite
   */
  *work(request: LongRequest): Generator<undefined, Answer> {
    try {
      return yield* this.#workAt(request)
    } catch (error) {
      if (!isUnreadable(error)) throw error
      this.#renew(codeOf(error))
      return yield* this.#workAt(request)
    }
  }

  /** Ends without the data that could not be written. */
  abandon(): void {
    this.#opened.db.close()
  }

  *#workAt(request: LongRequest): Generator<undefined, Answer> {
    const { telemetry } = this.#opened
    switch (request.kind) {
      case 'period':
        return { kind: 'period', columns: yield* telemetry.period(request.from, request.to) }
      case 'fleet days': {
        const { from, to, groups } = request
        return { kind: 'fleet days', days: yield* telemetry.fleetDays(from, to, groups) }
      }
      case 'trends':
        return {
          kind: 'trends',
          trends: yield* telemetry.trends(request.query, this.#nowOf(request.query)),
        }
    }
  }

  #answer(request: ShortRequest): Answer {
    switch (request.kind) {
      case 'append': {
        const { pulses } = request
        this.#opened.telemetry.append(pulses, request.utcOffset)
        if (pulses.count > 0) this.#time.pass(unpackPulse(pulses, pulses.count - 1).at)
        this.#tidy()
        return { kind: 'done' }
      }
      case 'history':
        return {
          kind: 'history',
          history: this.#opened.telemetry.history(request.query, this.#nowOf(request.query)),
        }
      case 'days':
        return {
          kind: 'days',
          days: this.#opened.telemetry.days(request.deviceId, request.from, request.to),
        }
      case 'latest':
        return { kind: 'latest', ...this.#opened.telemetry.latest(request.after) }
      case 'newest':
        return { kind: 'newest', at: this.#opened.telemetry.newest() ?? 0 }
      case 'append code events':
        this.#opened.telemetry.appendCodeEvents(request.batch)
        for (const { at } of request.batch.slice(-1)) this.#time.pass(at)
        this.#tidy()
        return { kind: 'done' }
      case 'code events':
        return { kind: 'code events', rows: this.#opened.telemetry.codeEvents(request.codeId) }
      case 'append fleet':
        this.#opened.fleet.append(request.sample)
        return { kind: 'done' }
      case 'fleet ends':
        return { kind: 'fleet ends', points: this.#opened.fleet.ends(request.query) }
      case 'fleet curve':
        return {
          kind: 'fleet curve',
          curve: this.#opened.fleet.curve(request.query, this.#nowOf(request.query)),
        }
      case 'keep hours':
        this.#keep = request.seconds
        this.#opened.telemetry.keeping.keepHours(request.seconds)
        // Old data goes with the next pulses, not only a day later.
        this.#time.forgetSoon()
        return { kind: 'done' }
      case 'keep within':
        this.#limit = request.bytes
        this.#opened.telemetry.keeping.keepWithin(request.bytes)
        return { kind: 'done' }
      case 'usage':
        return { kind: 'usage', usage: this.#opened.telemetry.keeping.usage(this.#time.now) }
      case 'hold old':
        this.#holdsOld = request.on
        return { kind: 'done' }
      case 'renew':
        this.#renew(request.why)
        return { kind: 'done' }
      case 'close':
        this.#opened.telemetry.close()
        return { kind: 'done' }
    }
  }

  /** The moment that decides which steps of a span still exist, Unix seconds. */
  #nowOf({ to }: { readonly to: number }): number {
    return Math.max(this.#time.now, to)
  }

  /** The request's own data is stored already, so another program's lock only puts this off. */
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
    const damaged = this.#opened
    try {
      damaged.db.close()
    } finally {
      this.#opened = this.#openAnew(why)
      const { telemetry } = this.#opened
      telemetry.keeping.keepWithin(this.#limit)
      if (this.#keep !== undefined) telemetry.keeping.keepHours(this.#keep)
      if (damaged.telemetry.keepsBefore) telemetry.keepBefore()
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
