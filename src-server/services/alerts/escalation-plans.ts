import type { EscalationRecord } from '../../contract/actions/alerts.ts'
import type { Clock } from '../../contract/ports.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { EscalationPlan } from '../../domain/alerts/cause.ts'
import type { Application } from '../../domain/application/application.ts'
import type { Store, Unit } from '../../store/store.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import { requireApplication } from '../applications/require-application.ts'
import { isInSight } from '../in-sight.ts'
import { audit } from '../platform/audit-trail.ts'
import { requirePeople } from '../require-people.ts'

interface Parts {
  readonly store: Store
  readonly registry: ApplicationRegistry
  readonly clock: Clock
}

const NO_PLAN: EscalationPlan = { minutes: 0, people: [] }

/** The persons of each application who get an alert one after another while nobody acknowledges it. */
export class EscalationPlans {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** All applications that the actor sees, by name. */
  list(actor: Actor): Promise<EscalationRecord[]> {
    const { store, registry } = this.#parts
    const seen = [...registry.all()]
      .map(({ settings }) => settings)
      .filter(({ id, ownerId }) => isInSight(actor, { appId: id, ownerId }))
    seen.sort((one, other) => (one.name < other.name ? -1 : 1))
    return store.read(async (unit) => {
      const plans = await unit.alerts.plans()
      const records: EscalationRecord[] = []
      for (const app of seen) records.push(await recordOf(unit, app, plans.get(app.id) ?? NO_PLAN))
      return records
    })
  }

  /** @throws Refused 404, 422 */
  async set(actor: Actor, app: number, { minutes, people }: EscalationPlan): Promise<EscalationRecord> {
    const { store, registry, clock } = this.#parts
    const settings = requireApplication(registry, actor, app)
    const { ownerId, name } = settings
    const after = { minutes, people: [...new Set(people)] }
    return store.write(
      async (unit) => {
        const before = (await unit.alerts.planOf(app)) ?? NO_PLAN
        await requirePeople(unit, actor, after.people, { ownerId, known: before.people })
        await unit.alerts.setPlan(app, minutes === 0 || people.length === 0 ? undefined : after)
        await audit(unit, actor, clock.now(), {
          action: 'app_escalation_set',
          subject: { kind: 'application', id: app, label: name },
          app,
          owner: ownerId,
          before,
          after,
        })
        return recordOf(unit, settings, after)
      },
      { durable: true },
    )
  }
}

async function recordOf(
  unit: Unit,
  { id, name }: Application,
  { minutes, people }: EscalationPlan,
): Promise<EscalationRecord> {
  const names: string[] = []
  for (const person of people) names.push((await unit.operators.find(person))?.name ?? '')
  return { app: id, app_name: name, minutes, people: [...people], people_names: names }
}
