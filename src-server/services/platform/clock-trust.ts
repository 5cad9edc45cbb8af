import type { Clock, Log } from '../../contract/ports.ts'
import type { Actor } from '../../domain/access/scope.ts'
import {
  isBelieved,
  isFar,
  WITNESSES,
  wasSet,
  wasSetFar,
  type ClockDoubt,
} from '../../domain/platform/clock-doubt.ts'
import type { Store } from '../../store/store.ts'
import type { TelemetryStore } from '../../store/telemetry-store.ts'
import { audit } from './audit-trail.ts'

/** What the process remembers of its clocks, also while a restore replaces the data. */
export interface ProcessClock {
  /** Milliseconds by a clock that nobody sets. */
  readonly steadyMs: () => number
  /** Wall minus steady, milliseconds, when the clock was trusted last. */
  trusted: number | undefined
}

interface Parts {
  readonly store: Store
  readonly telemetry: Pick<TelemetryStore, 'holdOld' | 'newest'>
  readonly clock: Clock
  readonly process: ProcessClock
  readonly log: Log
}

/** The key of `meta` with the last moment at which the clock was trusted, Unix seconds. */
const SEEN_KEY = 'clock_seen'

/**
 * Whether the machine's clock may be right. While it is in doubt, nothing happens that time alone causes and that nobody can
 * undo: purges, expiries, reminders. Licence checks go on by the clock as it is.
 */
export class ClockTrust {
  readonly #parts: Parts
  #doubt: ClockDoubt | undefined
  /** Wall minus steady at the last look, milliseconds. */
  #apart: number
  #seen = 0

  constructor(parts: Parts) {
    this.#parts = parts
    this.#apart = this.#difference
  }

  async load(): Promise<void> {
    const { store, telemetry, clock, process } = this.#parts
    const now = clock.now()
    const { kept, written } = await store.read(async (unit) => ({
      kept: await unit.meta.find(SEEN_KEY),
      written: await unit.audit.lastAt(),
    }))
    // A clock in doubt has written rows and pulses too. They count only in data that no server with this check has opened.
    this.#seen = kept === undefined ? Math.max(await telemetry.newest(), written ?? 0) : Number(kept)
    const isKnown = process.trusted !== undefined && !wasSetFar(process.trusted, this.#difference)
    if (this.#seen > 0 && isFar(now, this.#seen) && !isKnown) this.#startDoubt()
    else await this.#trust()
  }

  get isTrusted(): boolean {
    this.#look()
    return this.#doubt === undefined
  }

  /** The last moment that the data saw, Unix seconds; null while the clock is trusted. */
  get doubt(): { readonly seen: number } | null {
    this.#look()
    return this.#doubt === undefined ? null : { seen: this.#doubt.seen }
  }

  /** Runs every minute, and before the stores close: remembers the time of a trusted clock. */
  async keep(): Promise<void> {
    if (this.isTrusted) await this.#trust()
  }

  /** Trusts the clock where a copy of the server that trusts its own one has just seen about the same time. */
  async askOthers(): Promise<void> {
    if (this.isTrusted) return
    const { store, clock } = this.#parts
    const kept = await store.read((unit) => unit.meta.find(SEEN_KEY))
    if (kept !== undefined && !isFar(clock.now(), Number(kept))) await this.#trust()
  }

  /** A signed call from this address carried about the same time. */
  agree(address: string): void {
    if (this.#doubt === undefined || this.#doubt.witnesses.size >= WITNESSES) return
    this.#doubt = { ...this.#doubt, witnesses: new Set([...this.#doubt.witnesses, address]) }
  }

  /** A person says that the clock is right. */
  async confirm(actor: Actor): Promise<void> {
    const { store, clock } = this.#parts
    const doubted = this.doubt
    if (doubted === null) return
    await store.write(
      (unit) =>
        audit(unit, actor, clock.now(), {
          action: 'clock_confirm',
          subject: { kind: 'settings', id: 'clock', label: '' },
          before: { clock_at: doubted.seen },
          after: { clock_at: clock.now() },
        }),
      { durable: true },
    )
    await this.#trust()
  }

  get #difference(): number {
    return this.#parts.clock.nowMs() - this.#parts.process.steadyMs()
  }

  #look(): void {
    const { clock, process } = this.#parts
    const apart = this.#difference
    const [before, steady] = [this.#apart, process.steadyMs()]
    this.#apart = apart
    if (this.#doubt === undefined) {
      if (wasSetFar(before, apart)) this.#startDoubt()
      return
    }
    if (wasSet(before, apart)) this.#doubt = { ...this.#doubt, since: steady, witnesses: new Set() }
    if (!isFar(clock.now(), this.#doubt.seen) || isBelieved(this.#doubt, steady)) this.#endDoubt()
  }

  #startDoubt(): void {
    const { clock, process, telemetry, log } = this.#parts
    this.#doubt = { seen: this.#seen, since: process.steadyMs(), witnesses: new Set() }
    telemetry.holdOld(true)
    log.warn('clock.doubted', { now: clock.now(), seen: this.#seen })
  }

  #endDoubt(): void {
    this.#doubt = undefined
    this.#parts.telemetry.holdOld(false)
    this.#parts.log.info('clock.trusted')
  }

  async #trust(): Promise<void> {
    const { store, clock, process } = this.#parts
    if (this.#doubt !== undefined) this.#endDoubt()
    this.#apart = process.trusted = this.#difference
    this.#seen = clock.now()
    await store.write((unit) => unit.meta.set(SEEN_KEY, String(this.#seen)), { durable: false })
  }
}
