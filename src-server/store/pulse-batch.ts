import type { LatestPulse } from './telemetry-store.ts'

/** Numbers of a pulse, in the order of `add`. */
const WIDTH = 11
const LEAST_ROOM = 256

/** Pulses as they travel to the telemetry thread: a batch of them is one array that is handed over, not copied, and the texts. */
export interface PackedPulses {
  /** Room for more is left unused. */
  readonly numbers: Float64Array<ArrayBuffer>
  /** Symbol and address of each. */
  readonly texts: readonly string[]
}

/** Collects pulses, packed at once: 25,000 objects a second that live for a quarter of one are what a garbage collector likes least. */
export class PulseBatch {
  #numbers: Float64Array<ArrayBuffer>
  #texts: string[] = []
  #count = 0

  /** @param expected how many will come */
  constructor(expected = 0) {
    this.#numbers = new Float64Array(Math.max(expected, LEAST_ROOM) * WIDTH)
  }

  get count(): number {
    return this.#count
  }

  add(pulse: LatestPulse): void {
    let at = this.#count * WIDTH
    if (at === this.#numbers.length) this.#grow()
    const numbers = this.#numbers
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
    numbers[at] = pulse.interval
    this.#texts.push(pulse.symbol, pulse.ip)
    this.#count++
  }

  /** Forgets the first ones. */
  drop(count: number): void {
    this.#numbers.copyWithin(0, count * WIDTH, this.#count * WIDTH)
    this.#texts.splice(0, count * 2)
    this.#count -= count
  }

  /** Nothing is added afterwards. */
  packed(): PackedPulses {
    return { numbers: this.#numbers, texts: this.#texts }
  }

  #grow(): void {
    const larger = new Float64Array(this.#numbers.length * 2)
    larger.set(this.#numbers)
    this.#numbers = larger
  }
}

export function unpackPulses({ numbers, texts }: PackedPulses): LatestPulse[] {
  const pulses: LatestPulse[] = []
  for (let at = 0, text = 0; text < texts.length; text += 2) {
    pulses.push({
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
      symbol: texts[text] ?? '',
      ip: texts[text + 1] ?? '',
    })
  }
  return pulses
}
