import type { FleetPoint } from '../../contract/records/fleet.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { FleetCurvePoint, TelemetryStore } from '../../store/telemetry-store.ts'
import { requireSpan } from '../require-span.ts'
import { fleetScope, type FleetWorld, type WantedFleet } from './fleet-scope.ts'

interface Parts extends FleetWorld {
  readonly telemetry: TelemetryStore
}

export interface WantedCurve extends WantedFleet {
  readonly currency?: string | undefined
  readonly from: number
  readonly to: number
  readonly points: number
}

const MOST_CURRENCIES = 20

/** The sums of the fleet over time, for the operators who look after it. */
export class FleetCurves {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** @throws Refused 422 for an empty span */
  async of(actor: Actor, wanted: WantedCurve): Promise<{ seconds: number; rows: FleetPoint[] }> {
    const { from, to, points, currency } = wanted
    requireSpan(wanted)
    const scope = fleetScope(this.#parts, actor, wanted)
    const curve = await this.#parts.telemetry.fleetCurve({ ...scope, from, to, points, currency })
    return { seconds: curve.seconds, rows: largest(curve.points) }
  }
}

/** Programs name the currencies, so there may be any number of them. */
function largest(points: readonly FleetCurvePoint[]): FleetPoint[] {
  const most = new Map<string, number>()
  for (const { currency, accounts } of points) most.set(currency, Math.max(accounts, most.get(currency) ?? 0))
  const shown = [...most].sort(([, a], [, b]) => b - a).slice(0, MOST_CURRENCIES)
  const names = new Set(shown.map(([currency]) => currency))
  return points.filter(({ currency }) => names.has(currency))
}
