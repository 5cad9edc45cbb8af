import { CONSOLE } from '../../contract/error-codes.ts'
import type { RuleFields } from '../../contract/records/rule.ts'
import type { RuleTrial } from '../../contract/records/rule-effects.ts'
import { MAX_TRIED_SPAN } from '../../contract/rule-names.ts'
import { scopeOf, seesAccount, type Actor } from '../../domain/access/scope.ts'
import type { Rule } from '../../domain/rules/rule.ts'
import type { LiveDevice } from '../../telemetry/live-device.ts'
import { Refused } from '../refused.ts'
import { withPauses } from '../with-pauses.ts'
import type { HistoryTrials } from './history-trials.ts'
import type { RuleParts } from './rule-parts.ts'
import { requireRule, ruleOf } from './rule-place.ts'

interface Parts extends RuleParts {
  readonly history: HistoryTrials
}

export interface Tried {
  /** The stored rule whose changed version is tried. undefined for a new one. */
  readonly id: number | undefined
  readonly fields: RuleFields
  /** Unix seconds. */
  readonly from: number
  readonly to: number
  /** The maximum number of rows. */
  readonly limit: number
}

/** The older of two rules of one place decides, and a new rule is the youngest. */
const NEW_ID = Number.MAX_SAFE_INTEGER

/** Dry runs: the firings that a rule would have had. One runs at a time, so that they can't keep the server busy. */
export class RuleTrials {
  readonly #parts: Parts
  #last: Promise<unknown> = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** @throws Refused 404, 422 */
  of(actor: Actor, tried: Tried): Promise<RuleTrial> {
    const turn = this.#last.then(() => this.#try(actor, tried))
    this.#last = turn.catch(() => undefined)
    return turn
  }

  async #try(actor: Actor, { id, fields, from, to, limit }: Tried): Promise<RuleTrial> {
    const { store, clock, history } = this.#parts
    const end = Math.min(to, clock.now())
    if (from > end) throw new Refused(CONSOLE.invalid, 'The span is empty', { from: 'empty' })
    const rule = await store.read(async (unit): Promise<Rule> => {
      const before = id === undefined ? undefined : requireRule(actor, await unit.rules.find(id))
      const wanted = await ruleOf(unit, this.#parts, actor, fields, before)
      return { ...wanted, id: id ?? NEW_ID, createdAt: before?.createdAt ?? clock.now() }
    })
    const accounts = await this.#coveredBy(actor, rule)
    return history.run({ rule, accounts, from: Math.max(from, end - MAX_TRIED_SPAN), to: end, limit })
  }

  async #coveredBy(actor: Actor, rule: Rule): Promise<LiveDevice[]> {
    const { devices, engine } = this.#parts
    const decides = engine.book.decidesFor(rule)
    const scope = scopeOf(actor)
    const covered: LiveDevice[] = []
    for await (const live of withPauses(devices.all()))
      if (live.ownerId === rule.ownerId && seesAccount(scope, live) && decides(live)) covered.push(live)
    return covered
  }
}
