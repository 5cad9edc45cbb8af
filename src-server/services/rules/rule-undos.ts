import { CONSOLE } from '../../contract/error-codes.ts'
import type { Clock } from '../../contract/ports.ts'
import { scopeOf, seesAccount, type Actor } from '../../domain/access/scope.ts'
import type { Firing, RiskEvent } from '../../domain/risk/risk-event.ts'
import type { Store, WriteUnit } from '../../store/store.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import type { RiskEventLog } from '../../telemetry/risk-event-log.ts'
import { pauseFields } from '../../telemetry/rules/pause-fields.ts'
import { audit } from '../platform/audit-trail.ts'
import { Refused } from '../refused.ts'
import { accountsChanged } from '../webhooks/accounts-changed.ts'

interface Parts {
  readonly store: Store
  readonly devices: DeviceRegistry
  readonly events: RiskEventLog
  readonly clock: Clock
}

export interface Undone {
  readonly pauseAdd: boolean
  readonly pauseOpen: boolean
}

/** Undoes the pauses of rules. */
export class RuleUndos {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Switches off what a firing switched on and no person has set since.
   * @throws Refused 404, 409 with `fields.key`
   */
  undo(actor: Actor, key: string): Promise<Undone> {
    return this.#parts.store.write((unit) => this.#undo(unit, actor, key), { durable: true })
  }

  async #undo(unit: WriteUnit, actor: Actor, key: string): Promise<Undone> {
    const { devices, events, clock } = this.#parts
    const event = await unit.risks.firing(key)
    const live = event && devices.get(event.deviceId)
    if (event === undefined || live === undefined || !seesAccount(scopeOf(actor), live))
      throw new Refused(CONSOLE.notFound, 'There is no such risk')
    const taken = await unit.rules.takePauses(event.deviceId, key)
    const [before] = await unit.devices.ofIds([event.deviceId])
    const after =
      taken.length === 0 ? undefined : await unit.devices.update(event.deviceId, pauseFields(taken, false))
    if (after === undefined) throw refusal(event)
    const now = clock.now()
    await unit.risks.markUndone(key, now, actor.name)
    const subject = { kind: 'device', id: after.id, label: after.accountKey }
    const place = { subject, app: after.appId, owner: live.ownerId }
    await audit(unit, actor, now, { action: 'risk_undo', ...place, before, after })
    if (before !== undefined)
      await accountsChanged(unit, { by: actor.name, at: now }, [{ was: before, is: after }])
    unit.changed('device', after.id, after)
    unit.afterCommit(() => {
      events.followUndo(event, now, actor.name)
    })
    return { pauseAdd: taken.includes('pause_add'), pauseOpen: taken.includes('pause_open') }
  }
}

function refusal({ firing }: RiskEvent): Refused {
  return new Refused(CONSOLE.conflict, 'There is no pause to undo', { key: reasonOf(firing) })
}

function reasonOf(firing: Firing | null): string {
  if (firing === null || firing.act === 'tell') return 'no_pause'
  return firing.undoneAt === null ? 'changed_since' : 'already'
}
