import type { LiveDevice } from './live-device.ts'
import type { DeviceRegistry } from './registry.ts'

/** The number of slices that together are all accounts. */
const SLICES = 10
/** The minimum size of a slice, so that a small number of accounts is one slice. */
const LEAST_SLICE = 500

/** The accounts in slices, for a sweep that runs once a second: each account has its turn every ten seconds. */
export class AccountSlices {
  readonly #sizeOf: (accounts: number) => number
  #rest: Iterator<LiveDevice> | undefined

  /** @param sizeOf the size of a slice of so many accounts */
  constructor(
    sizeOf: (accounts: number) => number = (accounts) => Math.max(LEAST_SLICE, Math.ceil(accounts / SLICES)),
  ) {
    this.#sizeOf = sizeOf
  }

  /** Whether the next slice begins with the first account. */
  get isAtStart(): boolean {
    return this.#rest === undefined
  }

  /** The next slice. The one after the last account is the first one again. */
  *next(devices: Pick<DeviceRegistry, 'all' | 'size'>): Generator<LiveDevice> {
    const most = this.#sizeOf(devices.size)
    this.#rest ??= devices.all()[Symbol.iterator]()
    for (let taken = 0; taken < most; taken++) {
      const next = this.#rest.next()
      if (next.done === true) {
        this.#rest = undefined
        return
      }
      yield next.value
    }
  }
}
