import { effectiveDrawdown } from '../../../domain/device/drawdown.ts'
import { openPositions } from '../../../contract/open-positions.ts'
import { wallDay } from '../../../domain/rules/quiet.ts'
import type { PulseFigures } from '../../latest-pulse.ts'
import { PulseBatch, unpackPulse } from '../../pulse-batch.ts'
import { DAY_WIDTH } from '../../telemetry/account-page.ts'
import { DD_MAX, MARGIN_MIN } from '../../telemetry/step-rows.ts'
import { localOf } from './account-state.ts'
import type { AccountWriter } from './account-writer.ts'
import type { Batch } from './pulse-parts.ts'

/** From this number of accounts on, plain pulses are held. */
export const HELD_FROM = 100_000
/** The time after an account's row was written in which plain pulses of the account are held, milliseconds. */
const HELD_MS = 5000
/**
 * An account that another copy heard in this time before is not held, seconds: of two copies that hear an account by turns, the
 * later pulse would be stored first.
 */
const ALONE_FOR = 60
/** An alert may be about a drawdown that exceeds the day's stored one by this many percentage points. */
const DEEPER = 1
/** An alert may be about a margin level below this share of the day's stored one. */
const LOWER = 0.9

/**
 * Writes the row of an account at most once in five seconds, unless a pulse tells something that messages, commands or the
 * account's results rely on. Such a pulse is stored at once, with those that wait before it. Pulses are held as they came, so
 * minutes and days become the same.
 */
export class HeldPulses {
  readonly #accounts: AccountWriter
  readonly #held = new Map<number, PulseFigures[]>()
  #utcOffset = 0
  /** The pulses of a write that is tried until the database takes it. */
  #taken: { readonly seq: number; readonly batch: Batch } | undefined

  constructor(accounts: AccountWriter) {
    this.#accounts = accounts
  }

  get isEmpty(): boolean {
    return this.#held.size === 0
  }

  /**
   * Stores the pulses that can't wait, and those whose time is over.
   * @param seq as for `AccountWriter.append`
   * @throws errors of the database: a call with the same `seq` goes on
   */
  append(seq: number, batch: Batch): Promise<void> {
    return this.#store(seq, () => this.#sift(batch))
  }

  /**
   * Stores held pulses.
   * @param ids of the accounts; undefined: of those whose time is over
   * @throws errors of the database: a call with the same `seq` goes on
   */
  release(seq: number, ids?: Iterable<number>): Promise<void> {
    return this.#store(seq, () => {
      const out = new PulseBatch()
      this.#take(out, ids)
      return { pulses: out.packed(), utcOffset: this.#utcOffset }
    })
  }

  /** Stores all held pulses. */
  releaseAll(seq: number): Promise<void> {
    return this.release(seq, this.#held.keys())
  }

  async #store(seq: number, take: () => Batch): Promise<void> {
    if (this.#taken?.seq !== seq) this.#taken = { seq, batch: take() }
    const { batch } = this.#taken
    if (batch.pulses.count > 0) await this.#accounts.append(seq, batch)
    this.#taken = undefined
  }

  #sift(batch: Batch): Batch {
    const { pulses, utcOffset } = batch
    this.#utcOffset = utcOffset
    const out = new PulseBatch(pulses.count)
    const now = new Set<number>()
    // The texts of a program are stored with their pulse.
    for (const { deviceId } of pulses.programs) this.#takeOf(out, deviceId, now)
    for (let index = 0; index < pulses.count; index++) {
      const pulse = unpackPulse(pulses, index)
      const { deviceId } = pulse
      if (!now.has(deviceId) && (this.#isOver(deviceId) || this.#tells(pulse)))
        this.#takeOf(out, deviceId, now)
      const held = this.#held.get(deviceId)
      if (now.has(deviceId)) out.add(pulse)
      else if (held === undefined) this.#held.set(deviceId, [pulse])
      else held.push(pulse)
    }
    this.#take(out)
    return { pulses: { ...out.packed(), programs: pulses.programs }, utcOffset }
  }

  #take(out: PulseBatch, ids?: Iterable<number>): void {
    for (const id of ids ?? this.#held.keys())
      if (ids !== undefined || this.#isOver(id)) this.#takeOf(out, id)
  }

  #takeOf(out: PulseBatch, deviceId: number, now?: Set<number>): void {
    now?.add(deviceId)
    for (const pulse of this.#held.get(deviceId) ?? []) out.add({ ...pulse, program: undefined })
    this.#held.delete(deviceId)
  }

  #isOver(deviceId: number): boolean {
    return this.#accounts.known.storedAt(deviceId) + HELD_MS <= performance.now()
  }

  /** Whether the pulse differs from the one before in more than open profit, or another copy hears the account too. */
  #tells(pulse: PulseFigures): boolean {
    const { deviceId } = pulse
    const { page, othersAt } = this.#accounts.known.of(deviceId)
    const local = localOf(deviceId)
    const before = this.#held.get(deviceId)?.at(-1) ?? page.pulse(local)
    const day = local * DAY_WIDTH
    return (
      !page.has(local) ||
      pulse.at - (othersAt[local] ?? 0) < ALONE_FOR ||
      !Object.is(pulse.balance, before.balance) ||
      !Object.is(openPositions(pulse), openPositions(before)) ||
      page.days[day] !== wallDay(pulse.at, this.#utcOffset) ||
      effectiveDrawdown(pulse) >= orElse(page.days[day + DD_MAX], 0) + DEEPER ||
      (pulse.marginLevel > 0 && pulse.marginLevel < orElse(page.days[day + MARGIN_MIN], Infinity) * LOWER)
    )
  }
}

function orElse(known: number | undefined, otherwise: number): number {
  return known === undefined || Number.isNaN(known) ? otherwise : known
}
