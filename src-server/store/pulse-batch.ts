import type { ProgramFacts } from '../domain/device/telemetry.ts'
import type { LatestPulse, PulseFigures } from './latest-pulse.ts'

/** The numbers of a pulse, in the order of `writePulse`. The last two point to its texts. */
export const PULSE_WIDTH = 16
const SYMBOL = 14
const IP = 15
const LEAST_ROOM = 256

/**
 * Pulses on their way to the telemetry thread: one array that is transferred without a copy, and a few texts.
 */
export interface PackedPulses {
  readonly count: number
  /** The array may be longer than its pulses need. */
  readonly numbers: Float64Array<ArrayBuffer>
  /** Each symbol and address once. */
  readonly texts: readonly string[]
  /** The texts of programs that are not stored yet. */
  readonly programs: readonly StoredProgram[]
}

export interface StoredProgram {
  readonly deviceId: number
  readonly program: ProgramFacts
}

/**
 * Collects pulses in packed form. 25,000 objects a second that each live for a quarter of a second would
 * burden the garbage collector.
 */
export class PulseBatch {
  #numbers: Float64Array<ArrayBuffer>
  readonly #texts = new Map<string, number>()
  readonly #programs = new Map<number, ProgramFacts>()
  #count = 0

  /** @param expected the number of pulses that will come */
  constructor(expected = 0) {
    this.#numbers = new Float64Array(Math.max(expected, LEAST_ROOM) * PULSE_WIDTH)
  }

  get count(): number {
    return this.#count
  }

  /** @param isNew the texts of its program are not stored yet */
  add(pulse: LatestPulse, isNew = false): void {
    if (isNew && pulse.program !== undefined) this.#programs.set(pulse.deviceId, pulse.program)
    const at = this.#count * PULSE_WIDTH
    if (at === this.#numbers.length) this.#grow()
    writePulse(this.#numbers, at, pulse)
    this.#numbers[at + SYMBOL] = this.#placeOf(pulse.symbol)
    this.#numbers[at + IP] = this.#placeOf(pulse.ip)
    this.#count++
  }

  /** Drops the first pulses. */
  drop(count: number): void {
    this.#numbers.copyWithin(0, count * PULSE_WIDTH, this.#count * PULSE_WIDTH)
    this.#count -= count
  }

  /** The batch must not change afterwards. */
  packed(): PackedPulses {
    return {
      count: this.#count,
      numbers: this.#numbers,
      texts: [...this.#texts.keys()],
      programs: Array.from(this.#programs, ([deviceId, program]) => ({ deviceId, program })),
    }
  }

  #placeOf(text: string): number {
    let place = this.#texts.get(text)
    if (place === undefined) this.#texts.set(text, (place = this.#texts.size))
    return place
  }

  #grow(): void {
    const larger = new Float64Array(this.#numbers.length * 2)
    larger.set(this.#numbers)
    this.#numbers = larger
  }
}

/** Unpacks one pulse, counted from 0, without the texts of its program unless the caller has them. */
export function unpackPulse(
  { numbers, texts }: PackedPulses,
  index: number,
  program?: ProgramFacts,
): LatestPulse {
  const at = index * PULSE_WIDTH
  return readPulse(
    numbers,
    at,
    texts[numbers[at + SYMBOL] ?? NaN] ?? '',
    texts[numbers[at + IP] ?? NaN] ?? '',
    program,
  )
}

/** Unpacks the latest pulses of accounts, each with the texts of its program. */
export function unpackLatest(packed: PackedPulses): LatestPulse[] {
  const programs = new Map(packed.programs.map(({ deviceId, program }) => [deviceId, program]))
  return Array.from({ length: packed.count }, (_, index) =>
    unpackPulse(packed, index, programs.get(packed.numbers[index * PULSE_WIDTH] ?? NaN)),
  )
}

/** Writes the numbers of a pulse, except the two that point to texts. */
export function writePulse(numbers: Float64Array, place: number, pulse: PulseFigures): void {
  let at = place
  numbers[at++] = pulse.deviceId
  numbers[at++] = pulse.at
  numbers[at++] = pulse.equity
  numbers[at++] = pulse.balance
  numbers[at++] = pulse.dd
  numbers[at++] = pulse.positions
  numbers[at++] = pulse.buyPos
  numbers[at++] = pulse.sellPos
  numbers[at++] = pulse.floatPnl
  numbers[at++] = pulse.marginLevel
  numbers[at++] = pulse.interval
  numbers[at++] = pulse.leverage
  numbers[at++] = pulse.dayProfit
  numbers[at] = pulse.pendingOrders
}

/** The pulse whose numbers begin at a place. */
export function readPulse(
  numbers: Float64Array,
  place: number,
  symbol: string,
  ip: string,
  program?: ProgramFacts,
): LatestPulse {
  let at = place
  return {
    deviceId: numbers[at++] ?? NaN,
    at: numbers[at++] ?? NaN,
    equity: numbers[at++] ?? NaN,
    balance: numbers[at++] ?? NaN,
    dd: numbers[at++] ?? NaN,
    positions: numbers[at++] ?? NaN,
    buyPos: numbers[at++] ?? NaN,
    sellPos: numbers[at++] ?? NaN,
    floatPnl: numbers[at++] ?? NaN,
    marginLevel: numbers[at++] ?? NaN,
    interval: numbers[at++] ?? NaN,
    leverage: numbers[at++] ?? NaN,
    dayProfit: numbers[at++] ?? NaN,
    pendingOrders: numbers[at] ?? NaN,
    symbol,
    ip,
    program,
  }
}
