import type { RiskLimits } from '../contract/account-risk.ts'
import type { Application } from '../domain/application/application.ts'
import { accountLimits, type NearestRules } from '../domain/risk/account-limits.ts'
import type { LiveDevice } from './live-device.ts'

interface Parts {
  readonly applicationOf: (appId: number) => Application | undefined
  /** The rules that decide for an account. undefined where no rule is in effect. */
  readonly rulesOf: (live: LiveDevice) => NearestRules | undefined
}

/** The limits of accounts. All accounts of an application without a rule share one object. */
export class AccountLimitBook {
  readonly #parts: Parts
  readonly #ofApplication = new Map<
    number,
    { readonly mt5: Application['mt5']; readonly limits: RiskLimits }
  >()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** @returns the account's own limits while its application is unknown */
  of(live: LiveDevice): RiskLimits {
    const application = this.#parts.applicationOf(live.device.appId)
    if (application === undefined) return live.limits
    const rules = this.#parts.rulesOf(live)
    if (rules?.has('drawdown') === true || rules?.has('margin_level') === true)
      return accountLimits(application.mt5, rules)
    const known = this.#ofApplication.get(application.id)
    if (known?.mt5 === application.mt5) return known.limits
    const limits = accountLimits(application.mt5)
    this.#ofApplication.set(application.id, { mt5: application.mt5, limits })
    return limits
  }
}
