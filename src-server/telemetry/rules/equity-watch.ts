import type { Steward } from '../../copies/stewardship.ts'
import type { RuleSubject } from '../../contract/rule-names.ts'
import { wallDay } from '../../domain/rules/quiet.ts'
import { knownEquity, type EquityMarks, type Figures } from '../../domain/rules/subject-values.ts'
import type { EquityMark } from '../../store/repositories/rules.ts'
import type { Store } from '../../store/store.ts'
import type { LiveDevice } from '../live-device.ts'
import { isSameAccount } from './same-account.ts'

interface Parts {
  readonly store: Store
  readonly steward: Pick<Steward, 'isIn'>
  /** Minutes the server's wall clock is ahead of UTC. */
  readonly utcOffset: (at: number) => number
}

type Kept = { -readonly [K in keyof EquityMark]: EquityMark[K] }

/** The day of no pulse. */
const NO_DAY = -1
/** Accounts stored with one unit of work, so that a unit delays no pulse. */
const STORED_AT_ONCE = 500

/**
 * The highest equity and the first equity of the day of accounts that a rule about them watches. They are in memory, and
 * the store follows once a second. A crash loses the last marks, never older ones.
 */
export class EquityWatch {
  readonly #parts: Parts
  readonly #marks = new Map<number, Kept>()
  readonly #unstored = new Set<Kept>()
  /** The minute of the last pulse, and the wall clock's day then. */
  #minute = NaN
  #day = NaN

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async load(): Promise<void> {
    const marks = await this.#parts.store.read((unit) => unit.rules.marks())
    this.#marks.clear()
    this.#unstored.clear()
    for (const mark of marks) this.#marks.set(mark.deviceId, mark)
  }

  /** Whether the marks of an account are kept. */
  hasMarks({ device }: LiveDevice): boolean {
    return this.#marks.has(device.id)
  }

  /** Follows a pulse. @returns undefined before the first known equity */
  follow({ device }: LiveDevice, figures: Figures, now: number): EquityMarks | undefined {
    const equity = knownEquity(figures)
    const { id: deviceId, accountKey } = device
    const stored = this.#marks.get(deviceId)
    const kept = stored !== undefined && isSameAccount(stored.accountKey, accountKey) ? stored : undefined
    if (Number.isNaN(equity)) return kept
    const day = this.#dayOf(now)
    if (kept === undefined) {
      return this.#keep({ deviceId, accountKey, peak: equity, day, dayEquity: equity })
    }
    if (kept.day !== day) {
      kept.day = day
      kept.dayEquity = equity
      this.#unstored.add(kept)
    }
    if (equity > kept.peak) {
      kept.peak = equity
      this.#unstored.add(kept)
    }
    return kept
  }

  /** A rule of this subject begins to watch these accounts: the mark that it reads begins with their next pulse. */
  renew(subject: RuleSubject, accounts: Iterable<LiveDevice>): void {
    for (const { device } of accounts) {
      const kept = this.#marks.get(device.id)
      if (kept === undefined) continue
      if (subject === 'drawdown_peak') kept.peak = 0
      else kept.day = NO_DAY
      this.#unstored.add(kept)
    }
  }

  /** Stores marks that changed, the longest waiting first. Those of a copy that is no steward are old. */
  async flush(): Promise<void> {
    if (this.#unstored.size === 0) return
    const { store, steward } = this.#parts
    const batch: Kept[] = []
    for (const mark of this.#unstored) {
      if (batch.length === STORED_AT_ONCE) break
      batch.push(mark)
      this.#unstored.delete(mark)
    }
    try {
      const marks = batch.map((mark) => ({ ...mark }))
      await store.write(
        async (unit) => {
          if (await steward.isIn(unit)) await unit.rules.putMarks(marks)
        },
        { durable: false },
      )
    } catch (error) {
      for (const mark of batch) this.#unstored.add(mark)
      throw error
    }
  }

  /** Stores everything, at the server's end. */
  async drain(): Promise<void> {
    while (this.#unstored.size > 0) await this.flush()
  }

  forgetGone(devices: { get(id: number): LiveDevice | undefined }): void {
    for (const [id, mark] of this.#marks)
      if (devices.get(id) === undefined) {
        this.#marks.delete(id)
        this.#unstored.delete(mark)
      }
  }

  #keep(mark: Kept): Kept {
    const before = this.#marks.get(mark.deviceId)
    if (before !== undefined) this.#unstored.delete(before)
    this.#marks.set(mark.deviceId, mark)
    this.#unstored.add(mark)
    return mark
  }

  /** The same for all pulses of a minute, so that a pulse asks for no time zone. */
  #dayOf(now: number): number {
    const minute = Math.floor(now / 60)
    if (minute !== this.#minute) {
      this.#minute = minute
      this.#day = wallDay(now, this.#parts.utcOffset(now))
    }
    return this.#day
  }
}
