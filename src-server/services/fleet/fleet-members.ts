import type { CustomValueFilter } from '../../contract/subjects/custom-values.ts'
import type { DaySpan } from '../../store/telemetry-store.ts'
import type { Actor } from '../../domain/access/scope.ts'
import { NO_AGENT } from '../../domain/fleet/fleet-group.ts'
import { currencyOf, type LiveDevice } from '../../telemetry/live-device.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import { Turns } from '../../telemetry/rules/turns.ts'
import type { Store } from '../../store/store.ts'
import { requireFieldInSight } from '../custom-fields/field-values.ts'
import { fieldTest } from '../devices/live-filter.ts'
import { requireSpanOfDays } from '../require-span.ts'
import { fleetScope, type FleetScope, type FleetWorld, type WantedFleet } from './fleet-scope.ts'

/** The accounts and the period that a caller asks for. */
export interface WantedPeriod extends WantedFleet, DaySpan {
  readonly currency?: string | undefined
  /** The accounts whose custom field answers this. */
  readonly having?: CustomValueFilter | undefined
  /** The custom field that forms groups. */
  readonly field?: number | undefined
}

export interface MemberSources extends FleetWorld {
  readonly store: Pick<Store, 'read'>
  readonly devices: Pick<DeviceRegistry, 'all'>
}

/** Accounts of the fleet by currency, those of the most accounts first. */
export interface FleetMembers {
  readonly scope: FleetScope
  /** The chosen currency, or the first one. */
  readonly currency: string
  readonly accounts: readonly LiveDevice[]
  readonly byCurrency: readonly (readonly [currency: string, accounts: readonly LiveDevice[]])[]
}

/** Accounts between two looks whether pulses wait. */
export const AT_ONCE = 200

/** The accounts that the actor sees and asks for. Pulses are answered in between. @throws Refused 422 for an empty or too long span, and for a custom field out of sight */
export async function findMembers(
  sources: MemberSources,
  actor: Actor,
  wanted: WantedPeriod,
): Promise<FleetMembers> {
  requireSpanOfDays(wanted)
  const { field, having } = wanted
  for (const asked of [field, having?.field])
    if (asked !== undefined) await sources.store.read((unit) => requireFieldInSight(unit, actor, asked))
  const answers = having === undefined ? () => true : fieldTest(having)
  const scope = fleetScope(sources, actor, wanted)
  const { apps, agents } = scope
  const [ofApps, ofAgents] = [new Set(apps), agents && new Set(agents)]
  const turns = new Turns()
  const found = new Map<string, LiveDevice[]>()
  let looked = 0
  for (const live of sources.devices.all()) {
    if (++looked % AT_ONCE === 0) await turns.next()
    const { device, pulse } = live
    if (!ofApps.has(device.appId) || ofAgents?.has(device.agentId ?? NO_AGENT) === false) continue
    if (!answers(live)) continue
    const currency = currencyOf(pulse)
    const known = found.get(currency)
    if (known === undefined) found.set(currency, [live])
    else known.push(live)
  }
  const byCurrency = [...found].sort(([, a], [, b]) => b.length - a.length)
  const currency = wanted.currency ?? byCurrency[0]?.[0] ?? ''
  return { scope, currency, accounts: found.get(currency) ?? [], byCurrency }
}
