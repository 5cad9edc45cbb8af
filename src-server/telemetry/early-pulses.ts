import type { Telemetry } from '../domain/device/telemetry.ts'
import type { LiveDevice } from './live-device.ts'

export interface ReceivedPulse {
  readonly telemetry: Telemetry
  readonly ip: string
}

/** A pulse that the server answered while the trading accounts were loading. */
interface EarlyPulse {
  readonly live: LiveDevice
  readonly pulse: ReceivedPulse
  /** Unix seconds. */
  readonly at: number
}

/** The maximum number of held pulses, some 60 MB. */
const MOST_HELD = 200_000

/**
 * Holds pulses until all accounts have their latest pulse from before the start, and the watches know what they had
 * alerted. Then each pulse has its effects, in the order of arrival.
 */
export class EarlyPulses {
  readonly #released = Promise.withResolvers<undefined>()
  #held: EarlyPulse[] | undefined

  /** @param holds false: pulses have their effects at once */
  constructor(holds: boolean) {
    this.#held = holds ? [] : undefined
  }

  get isHolding(): boolean {
    return this.#held !== undefined
  }

  get isFull(): boolean {
    return this.#held !== undefined && this.#held.length >= MOST_HELD
  }

  /** Resolves when pulses have their effects at once. */
  get released(): Promise<undefined> {
    return this.#released.promise
  }

  /** @returns false where pulses have their effects at once */
  hold(live: LiveDevice, pulse: ReceivedPulse, at: number): boolean {
    this.#held?.push({ live, pulse, at })
    return this.#held !== undefined
  }

  /** The held pulses, with those that come meanwhile. After the last one, pulses have their effects at once. */
  *release(): Generator<EarlyPulse> {
    // The array grows meanwhile.
    for (const pulse of this.#held ?? []) yield pulse
    this.#held = undefined
    this.#released.resolve(undefined)
  }
}
