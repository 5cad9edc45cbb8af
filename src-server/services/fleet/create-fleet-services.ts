import { FleetSampler } from '../../telemetry/fleet-sampler.ts'
import type { ServiceContext } from '../service-context.ts'
import { FleetCurves } from './fleet-curves.ts'

export type FleetServices = ReturnType<typeof createFleetServices>

/** Sums over all trading accounts, now and over time. */
export function createFleetServices(
  context: Pick<ServiceContext, 'telemetry' | 'registry' | 'devices' | 'clock'>,
) {
  const { telemetry, devices, clock } = context
  const sampler = new FleetSampler(clock.now())
  return {
    fleetCurves: new FleetCurves(context),
    /** Runs four times a second: a slice of the sample of a minute. */
    sampleFleet: () => {
      const sample = sampler.look(devices, clock.now())
      if (sample !== undefined) telemetry.appendFleet(sample)
    },
  }
}
