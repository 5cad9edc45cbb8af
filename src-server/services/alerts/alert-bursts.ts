import { worstLevelOf } from '../../domain/alerts/alert-level.ts'
import type { Clock } from '../../contract/ports.ts'
import type { AccountAlert } from '../../domain/alerts/alert.ts'
import { alertText } from '../../domain/alerts/alert-text.ts'
import { dueAt, withMessage, type Burst, type Waiting } from '../../domain/alerts/burst.ts'
import { causeKey, type Cause } from '../../domain/alerts/cause.ts'
import type { Application } from '../../domain/application/application.ts'
import type { RiskEvent } from '../../domain/risk/risk-event.ts'
import { isQuiet } from '../../domain/rules/quiet.ts'
import type { Rule } from '../../domain/rules/rule.ts'
import type { Followers } from '../../copies/followers.ts'
import type { StoredEvent, WantedGroup } from '../../store/repositories/alerts.ts'
import type { Store, WriteUnit } from '../../store/store.ts'
import type { RuleBook } from '../../telemetry/rules/rule-book.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import type { RiskEventLog } from '../../telemetry/risk-event-log.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import type { SnoozeMemory } from '../risk/snooze-memory.ts'
import type { AlertEscalations } from './alert-escalations.ts'
import type { AlertRoutes } from './alert-routes.ts'
import { accountAlertOf } from './event-alerts.ts'

interface Parts {
  readonly store: Store
  readonly followers: Followers
  readonly registry: ApplicationRegistry
  readonly devices: DeviceRegistry
  readonly events: RiskEventLog
  readonly snoozes: SnoozeMemory
  readonly routes: AlertRoutes
  readonly escalations: AlertEscalations
  readonly rules: Pick<RuleBook, 'find'>
  readonly clock: Clock
  /** Minutes the server's wall clock is ahead of UTC. */
  readonly utcOffset: (at: number) => number
}

interface Told {
  readonly event: StoredEvent
  readonly alert: AccountAlert
}

/** A burst that is over for so long delays and repeats nothing, seconds. */
const BURST_KEPT = 86_400

/**
 * Writes the messages about events of trading accounts: one for all events of a cause that come together. An event and
 * its message change in one unit of work, so that a crash loses and doubles none.
 */
export class AlertBursts {
  readonly #parts: Parts
  /** The bursts by their causes, as just committed. undefined until they are read. */
  #bursts: Map<string, Burst> | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    parts.followers.add('burst', {
      read: (unit, causes) => unit.alerts.bursts(causes),
      take: (cause, burst) => {
        if (burst === undefined) this.#bursts?.delete(cause)
        else this.#bursts?.set(cause, burst)
      },
    })
  }

  /** Writes the messages that are due. Costs two looks into indexes while no event waits. */
  async sweep(): Promise<void> {
    const { store, clock } = this.#parts
    await this.#endQuiet()
    const wanted = await store.read((unit) => unit.alerts.wanted())
    if (wanted.length === 0) return
    const bursts = (this.#bursts ??= new Map(await store.read((unit) => unit.alerts.bursts())))
    const now = clock.now()
    for (const [key, groups] of Map.groupBy(wanted, causeKey)) {
      const waiting = waitingOf(groups)
      const [cause] = groups
      if (cause === undefined || now < dueAt(bursts.get(key), waiting)) continue
      await store.write((unit) => this.#tell(unit, cause, { waiting, bursts, now }), { durable: true })
    }
  }

  /** Alerts of quiet hours become one message for each rule and application, once the hours are over. */
  async #endQuiet(): Promise<void> {
    const { store, rules, clock, utcOffset } = this.#parts
    const now = clock.now()
    const held = await store.read((unit) => unit.alerts.heldRules())
    const over = held.filter((id) => !isQuiet(rules.find(id)?.quiet ?? null, now, utcOffset(now)))
    if (over.length === 0) return
    await store.write(
      async (unit) => {
        for (const id of over) await unit.alerts.releaseHeld(id)
      },
      { durable: true },
    )
  }

  async forgetOld(): Promise<void> {
    const { store, clock } = this.#parts
    await store.write((unit) => unit.alerts.forgetBursts(clock.now() - BURST_KEPT), { durable: false })
    this.readAgain()
  }

  /** Another copy of the server may have written messages. */
  readAgain(): void {
    this.#bursts = undefined
  }

  async #tell(
    unit: WriteUnit,
    cause: Cause,
    {
      waiting,
      bursts,
      now,
    }: { readonly waiting: Waiting; readonly bursts: Map<string, Burst>; readonly now: number },
  ): Promise<void> {
    const { registry, rules } = this.#parts
    const events = await unit.alerts.wantedOf(cause)
    const application = registry.find(cause.appId)?.settings
    const rule = cause.ruleId === null ? undefined : rules.find(cause.ruleId)
    const { told, snoozed, lost } = this.#sort(events, rule, application, now)
    const key = await this.#send(unit, application, told, rule, now)
    await this.#settle(unit, snoozed, 'snoozed', null)
    await this.#settle(unit, lost, '', null)
    await this.#settle(
      unit,
      told.map(({ event }) => event),
      key === undefined ? '' : 'told',
      key ?? null,
    )
    if (key === undefined || application === undefined) return
    const accounts = new Set(told.map(({ event }) => event.deviceId)).size
    const burst = withMessage(bursts.get(causeKey(cause)), waiting, accounts, now)
    await unit.alerts.putBurst(causeKey(cause), burst)
    unit.changed('burst', causeKey(cause))
    await this.#parts.escalations.begin(unit, cause, now)
  }

  #sort(
    events: readonly StoredEvent[],
    rule: Pick<Rule, 'name' | 'subject'> | undefined,
    application: Application | undefined,
    now: number,
  ) {
    const { devices, snoozes } = this.#parts
    const told: Told[] = []
    const snoozed: StoredEvent[] = []
    const lost: StoredEvent[] = []
    for (const event of events) {
      const live = devices.get(event.deviceId)
      const alert = live && accountAlertOf(event, live, rule)
      if (live === undefined || alert === undefined || application === undefined) lost.push(event)
      else if (snoozes.endFor(snoozableOf(event, application.ownerId), now) !== null) snoozed.push(event)
      else told.push({ event, alert })
    }
    return { told, snoozed, lost }
  }

  /** @returns the key of the message to the first recipient, undefined where nobody gets one */
  async #send(
    unit: WriteUnit,
    application: Application | undefined,
    told: readonly Told[],
    rule: Pick<Rule, 'people' | 'levels' | 'quiet'> | undefined,
    now: number,
  ): Promise<string | undefined> {
    const [first, ...others] = told
    if (first === undefined || application === undefined) return undefined
    const level = worstLevelOf(
      told.map(({ event }) => event),
      rule,
    )
    const routes = await this.#parts.routes.routesOf(unit, application, rule?.people ?? [], level)
    const { kind, deviceId, at, id } = first.event
    const { alert } = first.alert
    const isOne = others.every(({ event }) => event.deviceId === deviceId)
    const about = isOne ? `${kind}:${deviceId}:${at}` : `burst:${kind}:${id}`
    const quiet = rule?.quiet ?? null
    const wasHeld = told.every(({ event }) => isQuiet(quiet, event.at, this.#parts.utcOffset(event.at)))
    const alerts = [first.alert, ...others.map((one) => one.alert)] as const
    const keyOf = ({ name }: { readonly name: string }) => (name === '' ? about : `${about}:${name}`)
    for (const route of routes)
      await unit.outbox.add({
        key: keyOf(route),
        purpose: alert.kind === 'back' ? 'silent' : alert.kind,
        appId: application.id,
        deviceId: isOne ? deviceId : null,
        ...route.address,
        ...alertText(application.name, alerts, route.reader, wasHeld),
        createdAt: now,
      })
    return routes[0] && keyOf(routes[0])
  }

  async #settle(
    unit: WriteUnit,
    events: readonly StoredEvent[],
    tell: RiskEvent['tell'],
    outboxKey: string | null,
  ): Promise<void> {
    if (events.length === 0) return
    await unit.alerts.settle(
      events.map(({ id }) => id),
      tell,
      outboxKey,
    )
    unit.afterCommit(() => {
      for (const event of events) this.#parts.events.settle(event, tell, outboxKey)
    })
  }
}

function snoozableOf({ kind, appId, deviceId, firing }: RiskEvent, ownerId: number) {
  return {
    kind: kind === 'back' ? 'silent' : kind,
    ownerId,
    app: appId,
    deviceId,
    ruleId: firing?.ruleId ?? null,
  } as const
}

function waitingOf(groups: readonly WantedGroup[]): Waiting {
  const firstAt = Math.min(...groups.map((group) => group.firstAt))
  const worst = Math.max(...groups.map(({ level }) => level))
  const worstAt = groups.find(({ level }) => level === worst)?.firstAt ?? firstAt
  return { firstAt, worst, worstAt }
}
