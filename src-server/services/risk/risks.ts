import type { RiskGroup, RiskItem } from '../../contract/actions/risks.ts'
import type { Clock } from '../../contract/ports.ts'
import { MAX_RISK_GROUPS, MAX_RISKS } from '../../contract/risk-words.ts'
import type { PlatformSettings } from '../../contract/records/settings.ts'
import type { Cause } from '../../domain/alerts/cause.ts'
import { scopeOf, sees, type Actor, type Scope } from '../../domain/access/scope.ts'
import { checksOf, type Checks } from '../../domain/paging/filter-checks.ts'
import { firstRows } from '../../domain/paging/first-rows.ts'
import { byUrgency, type Risk, type Seen } from '../../domain/risk/risk.ts'
import { bySeverity, groupKeyOf, groupsOf, stateOf } from '../../domain/risk/risk-group.ts'
import type { Snoozable } from '../../domain/risk/snooze.ts'
import type { PlatformCondition } from '../../domain/risk/weak-settings.ts'
import type { Store } from '../../store/store.ts'
import type { RiskNames } from './risk-names.ts'
import type { RiskNotes } from './risk-notes.ts'
import type { ObservedRisks } from './observed-risks.ts'
import type { SettingsRisks } from './settings-risks.ts'
import type { SnoozeMemory } from './snooze-memory.ts'
import type { RISK } from '../../contract/subjects/platform.ts'
import type { FilterOf } from '../../contract/subjects/subject.ts'

interface Parts {
  readonly store: Store
  readonly observed: ObservedRisks
  readonly ofSettings: SettingsRisks
  readonly notes: RiskNotes
  readonly snoozes: SnoozeMemory
  readonly names: RiskNames
  readonly settings: { readonly current: PlatformSettings }
  readonly health: { condition(): Promise<PlatformCondition> }
  readonly clock: Clock
}

export type RiskFilter = FilterOf<typeof RISK>

export interface RiskCount {
  readonly open: number
  readonly high: number
}

/** Acknowledgements of observed risks are kept so long, seconds. */
const NOTE_SECONDS = 90 * 86_400

/**
 * The risks that the owner sees, or a developer sees of their own applications. All of it is in memory; a list reads
 * only names from the store.
 */
export class Risks {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async list(actor: Actor, filter: RiskFilter): Promise<{ rows: RiskItem[]; is_cut: boolean }> {
    const seen = await this.seen(actor, filter)
    const order = filter.group === undefined ? byUrgency : bySeverity
    const first = firstRows(seen, MAX_RISKS + 1, order)
    return { rows: await this.#parts.names.put(first.slice(0, MAX_RISKS)), is_cut: first.length > MAX_RISKS }
  }

  /** @param isMeant limits the risks further than the filter can */
  async groups(
    actor: Actor,
    filter: RiskFilter,
    isMeant: (seen: Seen) => boolean = () => true,
  ): Promise<{ groups: RiskGroup[]; is_cut: boolean }> {
    const { names } = this.#parts
    const groups = groupsOf([...(await this.seen(actor, filter))].filter(isMeant))
    const first = groups.slice(0, MAX_RISK_GROUPS)
    const items = new Map((await names.put(first.map(({ worst }) => worst))).map((item) => [item.key, item]))
    return {
      groups: first.flatMap(({ worst: { risk }, ...group }) => {
        const worst = items.get(risk.key)
        return worst === undefined ? [] : [{ ...group, app_name: worst.app_name, worst }]
      }),
      is_cut: groups.length > MAX_RISK_GROUPS,
    }
  }

  /** The present risks that the actor sees and the filter lets through. */
  async seen(actor: Actor, filter: RiskFilter): Promise<Iterable<Seen>> {
    const scope = scopeOf(actor)
    const checks = checksOf(CHECKS, filter)
    await this.#refresh()
    return this.#seenBy((seen) => isInSight(scope, seen.risk) && checks.every((check) => check(seen)))
  }

  async counts(actor: Actor): Promise<RiskCount> {
    await this.#refresh()
    return this.#counted()(scopeOf(actor))
  }

  /** Recomputes all risks. @returns counts the open ones in a scope */
  async count(): Promise<(scope: Scope) => RiskCount> {
    await this.#refresh()
    return this.#counted()
  }

  /** High risks that nobody acknowledged or snoozes, of all owners, the latest first, with the keys of their groups. */
  async high(most: number): Promise<(RiskItem & { readonly group: string })[]> {
    await this.#refresh()
    const open = this.#seenBy((seen) => seen.risk.level === 'high' && stateOf(seen) === 'open')
    const first = firstRows(open, most, byUrgency)
    const groups = new Map(first.map((seen) => [seen.risk.key, groupKeyOf(seen)]))
    const items = await this.#parts.names.put(first)
    return items.map((item) => ({ ...item, group: groups.get(item.key) ?? item.key }))
  }

  /** The accounts of the open high risks of a cause, and when each was last seen, Unix seconds. */
  async highOf({ appId, kind, ruleId }: Cause): Promise<ReadonlyMap<number, number>> {
    await this.#refresh()
    const isMeant = (seen: Seen) => {
      const about = snoozableOf(seen.risk)
      const isOfCause = about.kind === kind && about.app === appId && about.ruleId === ruleId
      return isOfCause && seen.risk.level === 'high' && stateOf(seen) === 'open'
    }
    return new Map([...this.#seenBy(isMeant)].map(({ risk }) => [risk.subjectId, risk.at]))
  }

  /**
   * Recomputes the risks of settings. Drops an acknowledgement when its setting is fixed, so that a relapse shows as
   * a new risk.
   */
  async #refresh(): Promise<void> {
    const { store, ofSettings, notes, settings, health, clock } = this.#parts
    const owner = await store.read((unit) => unit.operators.owner())
    const platform = {
      settings: settings.current,
      ownerHasTotp: (owner?.totpConfirmedAt ?? null) !== null,
      condition: await health.condition(),
    }
    const now = clock.now()
    ofSettings.refresh(platform, now)
    const gone = [...notes.all()].flatMap(({ key, at }) => {
      const isGone = ofSettings.covers(key) ? ofSettings.isOver(key) : at < now - NOTE_SECONDS
      return isGone ? [key] : []
    })
    if (gone.length === 0) return
    await store.write(
      async (unit) => {
        await unit.risks.deleteNotes(gone)
        for (const key of gone) unit.changed('riskNote', key)
      },
      { durable: false },
    )
  }

  *#seenBy(isMeant: (seen: Seen) => boolean): Generator<Seen> {
    const { notes, snoozes, clock } = this.#parts
    const now = clock.now()
    for (const risk of this.#all(now)) {
      const seen = { risk, note: notes.find(risk.key), snoozedUntil: snoozes.endFor(snoozableOf(risk), now) }
      if (isMeant(seen)) yield seen
    }
  }

  *#all(now: number): Generator<Risk> {
    const { observed, ofSettings } = this.#parts
    yield* observed.at(now)
    yield* ofSettings.all()
  }

  #counted(): (scope: Scope) => RiskCount {
    const none = { open: 0, high: 0 }
    const counts = new Map<number, RiskCount>()
    let all = none
    for (const { risk } of this.#seenBy((seen) => stateOf(seen) === 'open')) {
      const { ownerId, level } = risk
      all = added(all, level)
      counts.set(ownerId, added(counts.get(ownerId) ?? none, level))
    }
    return (scope) => {
      switch (scope.kind) {
        // Risks are counted for operators, not for applications.
        case 'within':
          return none
        case 'everything':
          return all
        case 'ownedBy':
          return counts.get(scope.operatorId) ?? none
        case 'attributedTo':
          return none
      }
    }
  }
}

function added({ open, high }: RiskCount, level: Risk['level']): RiskCount {
  return { open: open + 1, high: high + (level === 'high' ? 1 : 0) }
}

function isInSight(scope: Scope, { app, ownerId }: Risk): boolean {
  return sees(scope, { appId: app, ownerId, agentId: null })
}

function snoozableOf({ kind, ownerId, app, subjectKind, subjectId, facts }: Risk): Snoozable {
  const ruleId = facts['rule_id']
  return {
    kind,
    ownerId,
    app,
    deviceId: subjectKind === 'device' ? subjectId : null,
    ruleId: typeof ruleId === 'number' ? ruleId : null,
  }
}

type Check = (seen: Seen) => boolean

const CHECKS: Checks<RiskFilter, Check> = {
  kind:
    (kind) =>
    ({ risk }) =>
      risk.kind === kind,
  app:
    (app) =>
    ({ risk }) =>
      risk.app === app,
  acknowledged:
    (acknowledged) =>
    ({ note }) =>
      acknowledged === (note !== undefined),
  snoozed:
    (snoozed) =>
    ({ snoozedUntil }) =>
      snoozed === (snoozedUntil !== null),
  group: (group) => (seen) => groupKeyOf(seen) === group,
}
