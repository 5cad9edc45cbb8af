import type { SnoozeRecord } from '../../contract/actions/alerts.ts'
import { CONSOLE } from '../../contract/error-codes.ts'
import type { Clock } from '../../contract/ports.ts'
import { LONGEST_SNOOZE, MAX_SNOOZES } from '../../contract/risk-words.ts'
import type { RiskKind } from '../../contract/sales-names.ts'
import type { Actor } from '../../domain/access/scope.ts'
import { isSameTarget, type Snooze } from '../../domain/risk/snooze.ts'
import type { Store } from '../../store/store.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import type { RuleBook } from '../../telemetry/rules/rule-book.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import { isInSight } from '../in-sight.ts'
import { audit } from '../platform/audit-trail.ts'
import { Refused } from '../refused.ts'
import type { SnoozeMemory } from './snooze-memory.ts'

interface Parts {
  readonly store: Store
  readonly registry: ApplicationRegistry
  readonly devices: DeviceRegistry
  readonly rules: Pick<RuleBook, 'find'>
  readonly memory: SnoozeMemory
  readonly clock: Clock
}

interface Asked {
  readonly device?: number | undefined
  readonly rule?: number | undefined
  readonly kind?: RiskKind | undefined
  readonly app?: number | undefined
  readonly until: number
  readonly note: string
}

type Target = Pick<Snooze, 'ownerId' | 'deviceId' | 'ruleId' | 'kind' | 'appId'>

/** Times in which people want no alerts about an account, a rule or a kind of risk. */
export class Snoozes {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The first to end first. */
  list(actor: Actor): SnoozeRecord[] {
    const { memory, clock } = this.#parts
    const now = clock.now()
    return [...memory.all()]
      .filter((snooze) => snooze.until > now && isInSight(actor, snooze))
      .sort((one, other) => one.until - other.until || one.id - other.id)
      .map((snooze) => this.#recordOf(snooze))
  }

  /** @throws Refused 404, 409, 422 */
  async begin(actor: Actor, asked: Asked): Promise<SnoozeRecord> {
    const { store, clock } = this.#parts
    const now = clock.now()
    const { until, note } = asked
    if (until <= now || until > now + LONGEST_SNOOZE)
      throw new Refused(CONSOLE.invalid, 'A snooze ends within 30 days', { until: 'out_of_range' })
    const target = this.#targetOf(actor, asked)
    const wanted = { ...target, until, note, byId: actor.personId, by: actor.name, at: now }
    const snooze = await store.write(
      async (unit) => {
        const others = (await unit.alerts.snoozes()).filter(({ ownerId }) => ownerId === target.ownerId)
        const replaced = others.filter((one) => isSameTarget(one, target))
        const lasting = others.filter((one) => one.until > now).length - replaced.length
        if (lasting >= MAX_SNOOZES)
          throw new Refused(CONSOLE.conflict, `There are ${MAX_SNOOZES} snoozes already; end one first`)
        await unit.alerts.deleteSnoozes(replaced.map(({ id }) => id))
        const made = await unit.alerts.addSnooze(wanted)
        await audit(unit, actor, now, {
          action: 'risk_snooze',
          ...this.#subjectOf(made),
          after: { until, note, kind: made.kind },
        })
        for (const { id } of [...replaced, made]) unit.changed('snooze', id)
        return made
      },
      { durable: true },
    )
    return this.#recordOf(snooze)
  }

  /** @throws Refused 404 */
  async end(actor: Actor, id: number): Promise<void> {
    const { store, clock } = this.#parts
    const now = clock.now()
    await store.write(
      async (unit) => {
        const [snooze] = await unit.alerts.snoozes([id])
        if (snooze === undefined || snooze.until <= now || !isInSight(actor, snooze))
          throw new Refused(CONSOLE.notFound, 'There is no such snooze')
        await unit.alerts.deleteSnoozes([id])
        const before = { until: snooze.until, kind: snooze.kind }
        await audit(unit, actor, now, { action: 'risk_snooze_end', ...this.#subjectOf(snooze), before })
        unit.changed('snooze', id)
      },
      { durable: true },
    )
  }

  /** Forgets snoozes that have ended. */
  async forgetOld(): Promise<void> {
    const { store, memory, clock } = this.#parts
    const ended = [...memory.all()].filter(({ until }) => until <= clock.now())
    if (ended.length === 0) return
    await store.write(
      async (unit) => {
        await unit.alerts.deleteSnoozes(ended.map(({ id }) => id))
        for (const { id } of ended) unit.changed('snooze', id)
      },
      { durable: false },
    )
  }

  #targetOf(actor: Actor, { device, rule, kind, app }: Asked): Target {
    const none = { deviceId: null, ruleId: null, kind: null, appId: null }
    if (device !== undefined) {
      const live = this.#parts.devices.get(device)
      const found = live && { ...none, ownerId: live.ownerId, deviceId: device, appId: live.device.appId }
      return requireSeen(actor, found, 'account')
    }
    if (rule !== undefined) {
      const found = this.#parts.rules.find(rule)
      const target = found && { ...none, ownerId: found.ownerId, ruleId: rule, appId: found.appId }
      return requireSeen(actor, target, 'rule')
    }
    if (app === undefined)
      return requireSeen(actor, { ...none, ownerId: actor.operatorId, kind: kind ?? null }, 'application')
    const settings = this.#parts.registry.find(app)?.settings
    const found = settings && { ...none, ownerId: settings.ownerId, kind: kind ?? null, appId: app }
    return requireSeen(actor, found, 'application')
  }

  #subjectOf({ deviceId, ruleId, kind, appId, ownerId, id }: Snooze) {
    const named = { app: appId, owner: ownerId }
    if (deviceId !== null) {
      const label = this.#parts.devices.get(deviceId)?.device.accountKey ?? ''
      return { subject: { kind: 'device', id: deviceId, label }, ...named }
    }
    if (ruleId !== null) {
      const label = this.#parts.rules.find(ruleId)?.name ?? ''
      return { subject: { kind: 'rule', id: ruleId, label }, ...named }
    }
    const label = kind ?? ''
    return { subject: { kind: 'risk', id, label }, ...named }
  }

  #recordOf(snooze: Snooze): SnoozeRecord {
    const { id, deviceId, ruleId, kind, appId, until, note, by, at } = snooze
    const { label } = this.#subjectOf(snooze).subject
    return {
      id,
      device: deviceId,
      rule: ruleId,
      kind,
      app: appId,
      app_name: appId === null ? '' : (this.#parts.registry.find(appId)?.settings.name ?? ''),
      subject: deviceId === null && ruleId === null ? '' : label,
      until,
      note,
      by,
      at,
    }
  }
}

function requireSeen(actor: Actor, target: Target | undefined, what: string): Target {
  if (target === undefined || !isInSight(actor, target))
    throw new Refused(CONSOLE.notFound, `There is no such ${what}`)
  return target
}
