import type { RuleRecord } from '../../contract/records/rule.ts'
import type { PlacedRule } from '../../contract/records/rule-effects.ts'
import { EVENT_SECONDS } from '../../domain/risk/risk-event.ts'
import type { Rule } from '../../domain/rules/rule.ts'
import type { Unit } from '../../store/store.ts'
import { withPauses } from '../with-pauses.ts'
import type { RuleParts } from './rule-parts.ts'

/** Rules with the names of their places and persons, the accounts that they cover, and their firings. */
export class RuleRecords {
  readonly #parts: RuleParts

  constructor(parts: RuleParts) {
    this.#parts = parts
  }

  /** The records in the order of the rules. */
  async of(rules: readonly Rule[]): Promise<RuleRecord[]> {
    if (rules.length === 0) return []
    const { store, clock } = this.#parts
    const { names, firings } = await store.read(async (unit) => ({
      names: await namesOf(unit, rules),
      firings: new Map(
        (await unit.rules.firings(clock.now() - EVENT_SECONDS)).map((fired) => [fired.ruleId, fired]),
      ),
    }))
    const covers = await this.#covers()
    return rules.map((rule) => {
      const fired = firings.get(rule.id)
      return this.#record(rule, names, {
        covers: covers.get(rule.id) ?? 0,
        fired: fired?.times ?? 0,
        fired_at: fired?.lastAt ?? null,
      })
    })
  }

  #record(
    rule: Rule,
    names: ReadonlyMap<number, string>,
    figures: Pick<RuleRecord, 'covers' | 'fired' | 'fired_at'>,
  ): RuleRecord {
    const { ownerId, subject, levels, rearm, cooldown, quiet, startsAt, enabled, people, createdAt } = rule
    const nameOf = (id: number) => names.get(id) ?? ''
    return {
      ...placeRecord(rule, names, this.#parts),
      ...figures,
      ...{ subject, rearm, cooldown, quiet, enabled },
      levels: [...levels],
      people: [...people],
      starts_at: startsAt,
      created_at: createdAt,
      owner: ownerId,
      owner_name: nameOf(ownerId),
      people_names: people.map(nameOf),
      idle: this.#idle(rule, names),
    }
  }

  #idle({ accountId, agentId, appId, enabled, startsAt }: Rule, names: ReadonlyMap<number, string>) {
    const { registry, devices, clock } = this.#parts
    if (accountId !== null && devices.get(accountId) === undefined) return 'place_gone'
    if (agentId !== null && !names.has(agentId)) return 'place_gone'
    if (appId !== null && registry.find(appId) === undefined) return 'place_gone'
    if (!enabled) return 'off'
    return startsAt !== null && startsAt > clock.now() ? 'not_yet' : null
  }

  /** The number of accounts that each rule decides for. */
  async #covers(): Promise<ReadonlyMap<number, number>> {
    const { devices, engine } = this.#parts
    const covers = new Map<number, number>()
    if (engine.book.isEmpty) return covers
    for await (const live of withPauses(devices.all()))
      for (const { id } of engine.book.of(live)?.all.values() ?? []) covers.set(id, (covers.get(id) ?? 0) + 1)
    return covers
  }
}

/** A rule and its place. @param names of the persons whom the rule names */
export function placeRecord(
  { id, name, place, accountId, agentId, appId, word }: Rule,
  names: ReadonlyMap<number, string>,
  { registry, devices }: Pick<RuleParts, 'registry' | 'devices'>,
): PlacedRule {
  return {
    ...{ id, name, place, word },
    account: accountId,
    agent: agentId,
    app: appId,
    app_name: appId === null ? '' : (registry.find(appId)?.settings.name ?? ''),
    agent_name: agentId === null ? '' : (names.get(agentId) ?? ''),
    account_key: accountId === null ? '' : (devices.get(accountId)?.device.accountKey ?? ''),
  }
}

/** The names of the persons whom these rules name. */
export async function namesOf(unit: Unit, rules: readonly Rule[]): Promise<ReadonlyMap<number, string>> {
  const ids = new Set(rules.flatMap(({ ownerId, agentId, people }) => [ownerId, agentId ?? 0, ...people]))
  const names = new Map<number, string>()
  for (const id of ids) {
    const person = id === 0 ? undefined : await unit.operators.find(id)
    if (person !== undefined) names.set(id, person.name)
  }
  return names
}
