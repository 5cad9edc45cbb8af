import { unpackPulse } from '../../pulse-batch.ts'
import type { Answer, Request } from '../../telemetry/messages.ts'
import { PassingTime } from '../../telemetry/passing-time.ts'
import type { PostgresPlace } from '../pool.ts'
import { AccountWriter } from './account-writer.ts'
import { CodeEvents } from './code-events.ts'
import { Days } from './days.ts'
import { FleetSamples } from './fleet-samples.ts'
import { HELD_FROM, HeldPulses } from './held-pulses.ts'
import { HistoryReader } from './history-reader.ts'
import { Keeping } from './keeping.ts'
import { latestPulses } from './latest-pulses.ts'
import { Packing } from './packing.ts'
import { TelemetryPool } from './telemetry-pool.ts'

interface Parts {
  readonly place: PostgresPlace
  /** A number of this copy alone. */
  readonly writer: number
  /** Gets the error of a connection that breaks while nobody uses it. */
  readonly broke: (error: Error) => void
  /** Gets the accounts whose pulses are dropped because the database does not take them. */
  readonly refused: (accounts: readonly number[], why: unknown) => void
}

/** A request, or what the thread itself does. */
export type Work =
  | Request
  /** Stores held pulses of these accounts. undefined: those whose time is over. */
  | { readonly kind: 'release'; readonly ids: readonly number[] | undefined }

/** The telemetry database of the worker thread. */
export class TelemetryDatabase {
  readonly #pool: TelemetryPool
  readonly #time = new PassingTime()
  readonly #accounts: AccountWriter
  readonly #held: HeldPulses
  /** The number of accounts with a row when the thread began. */
  #stored = 0
  readonly #packing: Packing
  readonly #reader: HistoryReader
  readonly #days: Days
  readonly #codeEvents: CodeEvents
  readonly #fleet: FleetSamples
  readonly #keeping: Keeping
  #started: Promise<void> | undefined
  #holdsOld = false

  constructor({ place, writer, broke, refused }: Parts) {
    this.#pool = new TelemetryPool(place, broke)
    this.#accounts = new AccountWriter(this.#pool, writer, refused)
    this.#held = new HeldPulses(this.#accounts)
    this.#packing = new Packing(this.#pool)
    this.#reader = new HistoryReader(this.#pool)
    this.#days = new Days(this.#pool)
    this.#codeEvents = new CodeEvents(this.#pool, writer)
    this.#fleet = new FleetSamples(this.#pool, writer)
    this.#keeping = new Keeping(this.#pool, { codeEvents: this.#codeEvents, fleet: this.#fleet })
  }

  /** Whether the fleet is so large that plain pulses are held. */
  get mayHold(): boolean {
    return this.#stored + this.#accounts.known.added >= HELD_FROM
  }

  /** Whether pulses are held now. */
  get holds(): boolean {
    return !this.#held.isEmpty
  }

  /**
   * @param seq rises by `MOST_PARTS` from write to write; a write that is tried again has the same one
   * @throws errors of the database: after some of them the same request may succeed
   */
  async handle(request: Work, seq: number): Promise<Answer> {
    await this.#start()
    switch (request.kind) {
      case 'append': {
        const { pulses } = request
        await (this.mayHold ? this.#held : this.#accounts).append(seq, request)
        if (pulses.count > 0) this.#time.pass(unpackPulse(pulses, pulses.count - 1).at)
        return { kind: 'done' }
      }
      case 'history': {
        const { query } = request
        const history = await this.#reader.history(query, this.#nowOf(query), this.#keeping.tiers)
        return { kind: 'history', history }
      }
      case 'days':
        return { kind: 'days', days: await this.#days.of(request.deviceId, request.from, request.to) }
      case 'period':
        return { kind: 'period', columns: await this.#days.period(request.from, request.to) }
      case 'fleet days': {
        const { from, to, groups } = request
        return { kind: 'fleet days', days: await this.#days.fleet(from, to, groups) }
      }
      case 'trends': {
        const { query } = request
        const trends = await this.#reader.trends(query, this.#nowOf(query), this.#keeping.tiers)
        return { kind: 'trends', trends }
      }
      case 'latest':
        return { kind: 'latest', ...(await latestPulses(this.#pool, this.#accounts, request.after)) }
      case 'newest':
        return { kind: 'newest', at: (await this.#newest()).at ?? 0 }
      case 'append code events':
        await this.#codeEvents.append(seq, request.batch)
        for (const { at } of request.batch.slice(-1)) this.#time.pass(at)
        return { kind: 'done' }
      case 'code events':
        return { kind: 'code events', rows: await this.#codeEvents.of(request.codeId) }
      case 'append fleet':
        await this.#fleet.append(seq, request.sample)
        return { kind: 'done' }
      case 'fleet ends':
        return { kind: 'fleet ends', points: await this.#fleet.ends(request.query) }
      case 'fleet curve': {
        const { query } = request
        return { kind: 'fleet curve', curve: await this.#fleet.curve(query, this.#nowOf(query)) }
      }
      case 'keep hours':
        this.#keeping.keepHours(request.seconds)
        // Old data goes with the next pulses, not only a day later.
        this.#time.forgetSoon()
        return { kind: 'done' }
      case 'keep within':
        this.#keeping.keepWithin(request.bytes)
        return { kind: 'done' }
      case 'usage':
        return { kind: 'usage', usage: await this.#keeping.usage(this.#time.now) }
      case 'hold old':
        this.#holdsOld = request.on
        return { kind: 'done' }
      case 'renew':
        // PostgreSQL's data is not this program's to set aside.
        return { kind: 'done' }
      case 'release':
        await this.#held.release(seq, request.ids)
        return { kind: 'done' }
      case 'close':
        await this.#held.releaseAll(seq)
        return { kind: 'done' }
    }
  }

  /** One piece of work in the background. @returns whether there was something to do */
  async work(): Promise<boolean> {
    await this.#start()
    if (!this.#holdsOld && this.#time.isForgettingDue()) this.#keeping.forgetOld(this.#time.now)
    await this.#keeping.note(this.#time.now)
    return (await this.#packing.step(this.#time.now)) || (await this.#keeping.step())
  }

  end(): Promise<void> {
    return this.#pool.end()
  }

  /** The accounts and the last pulse from before. Where the database gives no answer, the next request asks again. */
  #start(): Promise<void> {
    this.#started ??= this.#newest().then(
      ({ at, accounts }) => {
        this.#stored = accounts
        if (at !== null) this.#time.pass(at)
      },
      (error: unknown) => {
        this.#started = undefined
        throw error
      },
    )
    return this.#started
  }

  async #newest(): Promise<{ readonly at: number | null; readonly accounts: number }> {
    const [found] = await this.#pool.use((connection) =>
      connection.all<{ at: number | null; accounts: number }>(
        'SELECT max(at) AS at, count(*) AS accounts FROM latest',
      ),
    )
    return found ?? { at: null, accounts: 0 }
  }

  /** The moment that decides which steps of a span still exist, Unix seconds. */
  #nowOf({ to }: { readonly to: number }): number {
    return Math.max(this.#time.now, to)
  }
}
