import { CONSOLE } from '../../contract/error-codes.ts'
import type { RuleFields, RuleRecord } from '../../contract/records/rule.ts'
import { MAX_RULES, RULE_PLACES } from '../../contract/rule-names.ts'
import type { Actor } from '../../domain/access/scope.ts'
import { isSameLadder, isSamePlace, type Rule } from '../../domain/rules/rule.ts'
import type { WriteUnit } from '../../store/store.ts'
import { requireApplication } from '../applications/require-application.ts'
import { isInSight } from '../in-sight.ts'
import { audit } from '../platform/audit-trail.ts'
import { Refused } from '../refused.ts'
import { teamsOf } from '../require-people.ts'
import type { RuleParts } from './rule-parts.ts'
import { requireRule, ruleOf } from './rule-place.ts'
import { RuleRecords } from './rule-records.ts'

/** The staff of an operator, by name. */
const EVERYONE = { offset: 0, limit: 500, sort: 'name', desc: false } as const

/** The rules of the owners whom an actor may see. */
export class Rules {
  readonly #parts: RuleParts
  readonly #records: RuleRecords

  constructor(parts: RuleParts) {
    this.#parts = parts
    this.#records = new RuleRecords(parts)
  }

  async list(actor: Actor): Promise<RuleRecord[]> {
    const seen = [...this.#parts.engine.book.all()].filter((rule) => isInSight(actor, rule))
    const rank = ({ place }: Rule) => RULE_PLACES.indexOf(place)
    seen.sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : Number(a.name > b.name)) || a.id - b.id)
    return this.#records.of(seen)
  }

  /**
   * The people whom a rule may name.
   * @param app undefined for a rule of all applications of the actor
   * @throws Refused 404
   */
  async people(actor: Actor, app: number | undefined): Promise<{ id: number; name: string }[]> {
    const owner =
      app === undefined ? actor.operatorId : requireApplication(this.#parts.registry, actor, app).ownerId
    return this.#parts.store.read(async (unit) => {
      const people: { id: number; name: string }[] = []
      for (const id of teamsOf(actor, owner)) {
        const operator = await unit.operators.find(id)
        const { rows: staff } = await unit.operators.list({ employer: id }, EVERYONE)
        for (const person of [...(operator === undefined ? [] : [operator]), ...staff])
          people.push({ id: person.id, name: person.name })
      }
      return people
    })
  }

  /**
   * @param id undefined for a new rule
   * @throws Refused 404, 409 where the owner has too many, 422
   */
  async save(actor: Actor, id: number | undefined, fields: RuleFields): Promise<RuleRecord> {
    const { store } = this.#parts
    const saved = await store.write((unit) => this.#save(unit, actor, id, fields), { durable: true })
    const [record] = await this.#records.of([saved])
    if (record === undefined) throw new Error('a saved rule has no record')
    return record
  }

  /** @throws Refused 404 */
  async delete(actor: Actor, id: number): Promise<void> {
    const { store, clock } = this.#parts
    const now = clock.now()
    await store.write(
      async (unit) => {
        const before = requireRule(actor, await unit.rules.find(id))
        await unit.rules.delete(id)
        await audit(unit, actor, now, { action: 'rule_delete', ...subjectOf(before), before })
        unit.changed('rule', id)
        unit.changed('droppedLadders', id)
      },
      { durable: true },
    )
  }

  async #save(unit: WriteUnit, actor: Actor, id: number | undefined, fields: RuleFields): Promise<Rule> {
    const { clock } = this.#parts
    const now = clock.now()
    const before = id === undefined ? undefined : requireRule(actor, await unit.rules.find(id))
    const wanted = await ruleOf(unit, this.#parts, actor, fields, before)
    const after =
      before === undefined
        ? await insert(unit, { ...wanted, createdAt: now })
        : requireRule(actor, await unit.rules.update(before.id, wanted))
    const isAnew = before !== undefined && startsAnew(before, after)
    if (isAnew) {
      await unit.rules.dropStates(after.id)
      unit.changed('droppedLadders', after.id)
    }
    await audit(unit, actor, now, { action: 'rule_save', ...subjectOf(after), before, after })
    unit.changed('rule', after.id)
    return after
  }
}

async function insert(unit: WriteUnit, rule: Omit<Rule, 'id'>): Promise<Rule> {
  if ((await unit.rules.countOf(rule.ownerId)) >= MAX_RULES)
    throw new Refused(CONSOLE.conflict, `There are ${MAX_RULES} rules already; delete one first`)
  return unit.rules.insert(rule)
}

/** Another ladder or place says nothing about the levels that have fired, and neither does a time without the rule. */
function startsAnew(before: Rule, after: Rule): boolean {
  return !isSameLadder(before, after) || !isSamePlace(before, after) || (!before.enabled && after.enabled)
}

function subjectOf({ id, name, appId, ownerId }: Rule) {
  return { subject: { kind: 'rule', id, label: name }, app: appId, owner: ownerId }
}
