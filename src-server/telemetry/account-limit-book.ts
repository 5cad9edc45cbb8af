import type { Application } from '../domain/application/application.ts'
import { accountLimits, type AccountLimits, type NearestLevels } from '../domain/risk/account-limits.ts'
import type { LiveDevice } from './live-device.ts'

interface Parts {
  readonly applicationOf: (appId: number) => Application | undefined
  /** The levels of the nearest rules of an account. undefined where no rule covers it. */
  readonly levelsOf: (live: LiveDevice) => NearestLevels | undefined
}

/** The limits of accounts. All accounts of an application without a rule share one object. */
export class AccountLimitBook {
  readonly #parts: Parts
  readonly #ofApplication = new Map<
    number,
    { readonly mt5: Application['mt5']; readonly limits: AccountLimits }
  >()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** @returns the account's own limits while its application is unknown */
  of(live: LiveDevice): AccountLimits {
    const application = this.#parts.applicationOf(live.device.appId)
    if (application === undefined) return live.limits
    const levels = this.#parts.levelsOf(live)
    if (levels !== undefined) return accountLimits(application.mt5, levels)
    const known = this.#ofApplication.get(application.id)
    if (known?.mt5 === application.mt5) return known.limits
    const limits = accountLimits(application.mt5, {})
    this.#ofApplication.set(application.id, { mt5: application.mt5, limits })
    return limits
  }
}
