import { FleetSampler } from '../../telemetry/fleet-sampler.ts'
import type { ServiceContext } from '../service-context.ts'
import { FleetAccounts } from './fleet-accounts.ts'
import { FleetCurves } from './fleet-curves.ts'
import { FleetDays } from './fleet-days.ts'
import { FleetReports } from './fleet-reports.ts'
import { PeriodBook } from './period-book.ts'

export type FleetServices = ReturnType<typeof createFleetServices>

/** Sums over all trading accounts, now and over time. */
export function createFleetServices(
  context: Pick<
    ServiceContext,
    'store' | 'telemetry' | 'registry' | 'agentTree' | 'devices' | 'clock' | 'utcOffset'
  >,
) {
  const { telemetry, devices, clock } = context
  const sampler = new FleetSampler(clock.now())
  const periods = new PeriodBook(context)
  return {
    fleetCurves: new FleetCurves(context),
    fleetReports: new FleetReports({ ...context, periods, days: new FleetDays(context) }),
    fleetAccounts: new FleetAccounts({ ...context, periods }),
    /** Runs four times a second: a slice of the sample of a minute. */
    sampleFleet: () => {
      const sample = sampler.look(devices, clock.now())
      if (sample !== undefined) telemetry.appendFleet(sample)
    },
  }
}
