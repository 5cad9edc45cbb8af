import type { RuleTrial, TriedFiring } from '../../contract/records/rule-effects.ts'
import type { Replayed } from '../../domain/rules/replay.ts'
import type { RuleLevel } from '../../domain/rules/rule.ts'
import type { Device } from '../../domain/device/device.ts'

/** Rows beyond the limit are dropped when they are this many times as many. */
const SLACK = 4

/** Counts the firings of a dry run, and keeps the newest ones. */
export class TrialTally {
  readonly #limit: number
  readonly #levels: { readonly level: RuleLevel; fired: number; accounts: number }[]
  #rows: TriedFiring[] = []
  #fired = 0
  #accounts = 0

  constructor(levels: readonly RuleLevel[], limit: number) {
    this.#limit = limit
    this.#levels = levels.map((level) => ({ level, fired: 0, accounts: 0 }))
  }

  /** Adds all firings of one account. */
  add({ id, accountKey }: Pick<Device, 'id' | 'accountKey'>, firings: Iterable<Replayed>): void {
    const reached = new Set<number>()
    for (const { at, value, level } of firings) {
      const count = this.#levels[level]
      if (count === undefined) continue
      this.#fired++
      count.fired++
      if (!reached.has(level)) count.accounts++
      reached.add(level)
      this.#rows.push({ at, device: id, account_key: accountKey, level, value, act: count.level.act })
    }
    if (reached.size > 0) this.#accounts++
    if (this.#rows.length > SLACK * this.#limit) this.#rows = this.#newest()
  }

  result(): Pick<RuleTrial, 'fired' | 'fired_accounts' | 'levels' | 'rows'> {
    return {
      fired: this.#fired,
      fired_accounts: this.#accounts,
      levels: this.#levels.map(({ level, fired, accounts }) => ({ ...level, fired, accounts })),
      rows: this.#newest(),
    }
  }

  #newest(): TriedFiring[] {
    return this.#rows.sort((one, other) => other.at - one.at).slice(0, this.#limit)
  }
}
