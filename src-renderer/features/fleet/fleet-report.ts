import type { BusinessDay } from '../../../src-server/contract/records/business.ts'
import type { FleetPoint, FleetReport } from '../../../src-server/contract/records/fleet.ts'
import { useAnswer, type Answer } from '../../api/answer.ts'
import { call } from '../../api/console-client.ts'
import { useSession } from '../../kit/session/session.ts'
import { usePolling } from '../../ui/use-polling.ts'
import type { FleetQuery } from './fleet-query.ts'

/** Pulses move the figures. Milliseconds. */
const EVERY_MS = 60_000
const MOST_POINTS = 200

/** Samples and counts of the business know no custom fields. */
const NOT_SAMPLED = { seconds: 1, rows: [] }

/** The figures above the tables. */
export interface FleetFigures {
  readonly report: FleetReport
  /** Sums over the period. A time without the server has none. */
  readonly curve: { readonly seconds: number; readonly rows: readonly FleetPoint[] }
  /** Customers that came and left. Empty where the person may not see them. */
  readonly business: readonly BusinessDay[]
}

/** Reads the figures for what the address asks, and again each minute. */
export function useFleetReport({ place, span, query }: FleetQuery): Answer<FleetFigures> {
  const session = useSession()
  const question = () =>
    JSON.stringify([place.value, ...['period', 'from', 'to'].map((name) => query.filters.value[name])])
  const answer = useAnswer<FleetFigures>(async (signal) => {
    const [asked, { having, ...sampled }] = [span(), place.value]
    const { app, agent } = sampled
    const report = await call('fleet_report', { ...place.value, ...asked }, { signal })
    const [curve, { days }] = await Promise.all([
      having === undefined
        ? call(
            'fleet_curve',
            { ...sampled, ...asked, currency: report.currency, points: MOST_POINTS },
            { signal },
          )
        : NOT_SAMPLED,
      having === undefined && mayReadBusiness()
        ? call('business_days', { ...asked, ...(app && { app }), ...(agent && { agent }) }, { signal })
        : { days: [] },
    ])
    return { report, curve, business: days }
  }, question)
  usePolling(answer.load, () => EVERY_MS)

  function mayReadBusiness(): boolean {
    return (['codes', 'devices', 'sales'] as const).some((one) => session.may(one))
  }
  return answer
}
