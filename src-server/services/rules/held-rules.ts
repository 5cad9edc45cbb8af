import { CONSOLE } from '../../contract/error-codes.ts'
import type { HeldRule, RuleFiring } from '../../contract/records/rule-effects.ts'
import type { RuleSubject } from '../../contract/rule-names.ts'
import { scopeOf, seesAccount, type Actor } from '../../domain/access/scope.ts'
import type { Rule } from '../../domain/rules/rule.ts'
import { settingLevels } from '../../domain/rules/setting-levels.ts'
import type { LiveDevice } from '../../telemetry/live-device.ts'
import { Refused } from '../refused.ts'
import { firingsOf } from './account-firings.ts'
import { namesOf, placeRecord } from './rule-records.ts'
import type { RuleParts } from './rule-parts.ts'

/** The rules that decide for a trading account, and what rules did to it. */
export class HeldRules {
  readonly #parts: RuleParts

  constructor(parts: RuleParts) {
    this.#parts = parts
  }

  /** @throws Refused 404 */
  async of(actor: Actor, id: number): Promise<{ rows: HeldRule[]; firings: RuleFiring[] }> {
    const { devices, engine, store } = this.#parts
    const live = devices.get(id)
    if (live === undefined || !seesAccount(scopeOf(actor), live))
      throw new Refused(CONSOLE.notFound, 'There is no such account')
    const ranked = engine.book.ranked(live)
    return store.read(async (unit) => {
      const names = await namesOf(unit, [...ranked.values()].flat())
      const placed = (rule: Rule) => placeRecord(rule, names, this.#parts)
      const rows = Array.from(ranked, ([subject, [nearest, ...others]]): HeldRule => ({
        subject,
        rule: nearest === undefined ? null : placed(nearest),
        levels: [...(nearest?.levels ?? [])],
        over: others.map(placed),
      }))
      return {
        rows: [...rows, ...this.#settings(live, ranked)],
        firings: await firingsOf(unit, id, (rule) => engine.book.find(rule)),
      }
    })
  }

  /** The application's own alerts, where no rule decides. */
  #settings({ device }: LiveDevice, ruled: ReadonlyMap<RuleSubject, unknown>): HeldRule[] {
    const settings = this.#parts.registry.find(device.appId)?.settings
    if (settings === undefined) return []
    return Array.from(settingLevels(settings.mt5), ([subject, levels]): HeldRule => ({
      subject,
      rule: null,
      levels: [...levels],
      over: [],
    })).filter(({ subject }) => !ruled.has(subject))
  }
}
