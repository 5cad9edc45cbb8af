import type { Clock, Log } from '../../contract/ports.ts'
import type { CriticalAccounts } from '../../telemetry/critical-accounts.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import { withPauses } from '../with-pauses.ts'

interface Parts {
  readonly devices: Pick<DeviceRegistry, 'all' | 'refreshLimitsOf'>
  readonly criticals: Pick<CriticalAccounts, 'look'>
  readonly clock: Clock
  readonly log: Log
}

/**
 * Brings the limits of all accounts up to date after other rules or settings are in effect. With many accounts and rules
 * the walk takes seconds, so the calls of EAs are answered meanwhile.
 */
export class LimitRefresh {
  readonly #parts: Parts
  #isUnderWay = false
  /** A change came during the walk, which has passed some accounts already. */
  #isStale = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Starts a walk. One that is under way begins again after its end. */
  start(): void {
    this.#isStale = true
    if (this.#isUnderWay) return
    this.#walk().catch((error: unknown) => {
      this.#parts.log.error('limits.refresh', error)
    })
  }

  async #walk(): Promise<void> {
    const { devices, criticals, clock } = this.#parts
    this.#isUnderWay = true
    try {
      while (this.#isStale) {
        this.#isStale = false
        for await (const live of withPauses(devices.all()))
          if (devices.refreshLimitsOf(live)) criticals.look(live, clock.now())
      }
    } finally {
      this.#isUnderWay = false
    }
  }
}
