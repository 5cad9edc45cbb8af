import { ALERT_WORDS } from '../../domain/alerts/alert-words.ts'
import { alertText } from '../../domain/alerts/alert-text.ts'
import type { AccountAlert } from '../../domain/alerts/alert.ts'
import { causeKey, type Cause, type Escalation, type EscalationPlan } from '../../domain/alerts/cause.ts'
import type { Application } from '../../domain/application/application.ts'
import type { Clock } from '../../contract/ports.ts'
import type { Steward } from '../../copies/stewardship.ts'
import type { Store, WriteUnit } from '../../store/store.ts'
import type { RuleBook } from '../../telemetry/rules/rule-book.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import type { Risks } from '../risk/risks.ts'
import type { AlertRoutes } from './alert-routes.ts'
import { accountAlertOf } from './event-alerts.ts'

interface Parts {
  readonly store: Store
  readonly steward: Pick<Steward, 'isIn'>
  readonly registry: ApplicationRegistry
  readonly devices: DeviceRegistry
  readonly risks: Pick<Risks, 'highOf'>
  readonly routes: AlertRoutes
  readonly rules: Pick<RuleBook, 'find'>
  readonly clock: Clock
}

/**
 * Sends alerts that nobody acknowledges to the next person. The step to a person and the message to them are one unit
 * of work, so that no person gets it twice.
 */
export class AlertEscalations {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** A message about the cause went out. An escalation of it that waits already goes on. */
  async begin(unit: WriteUnit, { appId, kind, ruleId }: Cause, now: number): Promise<void> {
    const plan = kind === 'back' ? undefined : await unit.alerts.planOf(appId)
    if (plan === undefined) return
    await unit.alerts.addEscalation({ appId, kind, ruleId, dueAt: now + plan.minutes * 60, step: 0 })
  }

  async sweep(): Promise<void> {
    const { store, risks, clock } = this.#parts
    const now = clock.now()
    const due = await store.read((unit) => unit.alerts.escalationsDue(now))
    for (const escalation of due) {
      // Accounts that recovered, and risks that somebody acknowledged or snoozes, need nobody.
      const open = await risks.highOf(escalation)
      await store.write((unit) => this.#step(unit, escalation, open, now), { durable: true })
    }
  }

  /** @param open the open high risks of the cause: the account, and when it was seen */
  async #step(
    unit: WriteUnit,
    escalation: Escalation,
    open: ReadonlyMap<number, number>,
    now: number,
  ): Promise<void> {
    // A copy that stood still meanwhile knows an earlier step.
    if (!(await this.#parts.steward.isIn(unit))) return
    const application = this.#parts.registry.find(escalation.appId)?.settings
    const plan = await unit.alerts.planOf(escalation.appId)
    if (application === undefined || plan === undefined || open.size === 0)
      return unit.alerts.dropEscalation(escalation)
    const seconds = plan.minutes * 60
    const ripe = new Set([...open].filter(([, at]) => at <= now - seconds).map(([device]) => device))
    if (ripe.size === 0)
      return unit.alerts.moveEscalation(escalation, { dueAt: Math.min(...open.values()) + seconds, step: 0 })
    const alerts = await this.#alertsOf(unit, escalation, ripe)
    let { step } = escalation
    // A person without a way to reach them doesn't hold up the next one.
    for (let isSent = false; !isSent && step < plan.people.length; step++)
      isSent = await this.#send(unit, { ...escalation, step }, application, { plan, alerts, now })
    return step < plan.people.length
      ? unit.alerts.moveEscalation(escalation, { dueAt: now + seconds, step })
      : unit.alerts.dropEscalation(escalation)
  }

  /** @returns whether the person gets a message */
  async #send(
    unit: WriteUnit,
    escalation: Escalation,
    application: Application,
    {
      plan: { people, minutes },
      alerts,
      now,
    }: { readonly plan: EscalationPlan; readonly alerts: readonly AccountAlert[]; readonly now: number },
  ): Promise<boolean> {
    const person = people[escalation.step]
    const [first, ...others] = alerts
    if (first === undefined || person === undefined) return false
    const ways = await this.#parts.routes.routesTo(unit, person, 'high')
    for (const { name, address, reader } of ways) {
      const words = ALERT_WORDS[reader.language]
      const { subject, text } = alertText(application.name, [first, ...others], reader)
      const unacknowledged = words.unacknowledged(minutes * (escalation.step + 1))
      await unit.outbox.add({
        key: `escalation:${causeKey(escalation)}:${escalation.dueAt}:${name}`,
        purpose: 'escalation',
        appId: application.id,
        deviceId: null,
        ...address,
        subject: `${unacknowledged} · ${subject}`,
        text: `${unacknowledged}\n${text}`,
        createdAt: now,
      })
    }
    return ways.length > 0
  }

  /** The last alert of each of these accounts. */
  async #alertsOf(unit: WriteUnit, cause: Cause, accounts: ReadonlySet<number>): Promise<AccountAlert[]> {
    const { devices, rules } = this.#parts
    const rule = cause.ruleId === null ? undefined : rules.find(cause.ruleId)
    const last = new Map<number, AccountAlert>()
    for (const event of await unit.alerts.lastOf(cause, [...accounts])) {
      const live = devices.get(event.deviceId)
      const alert = live && accountAlertOf(event, live, rule)
      if (alert !== undefined) last.set(event.deviceId, alert)
    }
    return [...last.values()]
  }
}
