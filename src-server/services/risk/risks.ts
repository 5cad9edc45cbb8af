import type { RiskItem } from '../../contract/actions/risks.ts'
import type { Clock } from '../../contract/ports.ts'
import { MAX_RISKS } from '../../contract/risk-words.ts'
import type { PlatformSettings } from '../../contract/records/settings.ts'
import { scopeOf, sees, type Actor, type Scope } from '../../domain/access/scope.ts'
import { checksOf, type Checks } from '../../domain/paging/filter-checks.ts'
import { firstRows } from '../../domain/paging/first-rows.ts'
import { byUrgency, type Risk, type RiskNote, type Seen } from '../../domain/risk/risk.ts'
import type { PlatformCondition } from '../../domain/risk/weak-settings.ts'
import type { Store } from '../../store/store.ts'
import { audit } from '../platform/audit-trail.ts'
import type { RiskNames } from './risk-names.ts'
import type { RiskNotes } from './risk-notes.ts'
import type { ObservedRisks } from './observed-risks.ts'
import type { SettingsRisks } from './settings-risks.ts'
import type { RISK } from '../../contract/subjects/platform.ts'
import type { FilterOf } from '../../contract/subjects/subject.ts'

interface Parts {
  readonly store: Store
  readonly observed: ObservedRisks
  readonly ofSettings: SettingsRisks
  readonly notes: RiskNotes
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
    const { notes, names } = this.#parts
    const scope = scopeOf(actor)
    const checks = checksOf(CHECKS, filter)
    await this.#refresh()
    const seen = function* (risks: Iterable<Risk>): Generator<Seen> {
      for (const risk of risks) {
        const note = notes.find(risk.key)
        if (isInSight(scope, risk) && checks.every((check) => check(risk, note))) yield { risk, note }
      }
    }
    const first = firstRows(seen(this.#all()), MAX_RISKS + 1, byUrgency)
    return { rows: await names.put(first.slice(0, MAX_RISKS)), is_cut: first.length > MAX_RISKS }
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

  /** High risks that nobody acknowledged, of all owners, the latest first. */
  async high(most: number): Promise<RiskItem[]> {
    const { notes, names } = this.#parts
    await this.#refresh()
    const seen = function* (risks: Iterable<Risk>): Generator<Seen> {
      for (const risk of risks)
        if (risk.level === 'high' && notes.find(risk.key) === undefined) yield { risk, note: undefined }
    }
    return names.put(firstRows(seen(this.#all()), most, byUrgency))
  }

  /** Acknowledges the risks with these keys that the actor sees and that still exist. @returns how many */
  async acknowledge(actor: Actor, keys: readonly string[], note: string): Promise<number> {
    const { store, notes, names, clock } = this.#parts
    const wanted = new Set(keys)
    const scope = scopeOf(actor)
    const meant: Seen[] = []
    await this.#refresh()
    for (const risk of this.#all())
      if (wanted.has(risk.key) && isInSight(scope, risk)) meant.push({ risk, note: undefined })
    const items = await names.put(meant)
    const now = clock.now()
    const owners = new Map(meant.map(({ risk }) => [risk.key, risk.ownerId]))
    await store.write(
      async (unit) => {
        for (const { key, kind, subject, app } of items) {
          const ownerId = owners.get(key) ?? 0
          const said = { key, ownerId, byId: actor.personId, by: actor.name, note, at: now }
          await unit.risks.putNote(said)
          await audit(unit, actor, now, {
            action: 'risk_acknowledge',
            subject: { kind: 'risk', id: key, label: subject === '' ? kind : subject },
            app,
            owner: ownerId === 0 ? null : ownerId,
            after: { note },
          })
          unit.afterCommit(() => {
            notes.put(said)
          })
        }
      },
      { durable: true },
    )
    return items.length
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
    const gone = notes.drop(({ key, at }) =>
      ofSettings.covers(key) ? !ofSettings.isOpen(key) : at < now - NOTE_SECONDS,
    )
    if (gone.length > 0) await store.write((unit) => unit.risks.deleteNotes(gone), { durable: false })
  }

  *#all(): Generator<Risk> {
    const { observed, ofSettings, clock } = this.#parts
    yield* observed.at(clock.now())
    yield* ofSettings.all()
  }

  #counted(): (scope: Scope) => RiskCount {
    const none = { open: 0, high: 0 }
    const counts = new Map<number, RiskCount>()
    let all = none
    for (const { key, ownerId, level } of this.#all()) {
      if (this.#parts.notes.find(key) !== undefined) continue
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

type Check = (risk: Risk, note: RiskNote | undefined) => boolean

const CHECKS: Checks<RiskFilter, Check> = {
  kind: (kind) => (risk) => risk.kind === kind,
  app: (app) => (risk) => risk.app === app,
  acknowledged: (acknowledged) => (_, note) => acknowledged === (note !== undefined),
}
