import type { Actor } from '../../domain/access/scope.ts'
import type { Devices } from '../devices/devices.ts'
import { fleetScope } from '../fleet/fleet-scope.ts'
import type { ServiceContext } from '../service-context.ts'
import { AccountMarks } from './account-marks.ts'
import { AccountPerformance } from './account-performance.ts'
import { DeviceNotes } from './device-notes.ts'
import { HistoryExports } from './history-exports.ts'
import { ReportLinks } from './report-links.ts'

export type PerformanceServices = ReturnType<typeof createPerformanceServices>

/** The figures of trading accounts over time, with their notes and reports. */
export function createPerformanceServices(
  context: Pick<
    ServiceContext,
    | 'store'
    | 'telemetry'
    | 'devices'
    | 'registry'
    | 'agentTree'
    | 'rules'
    | 'markets'
    | 'clock'
    | 'random'
    | 'utcOffset'
  > & {
    readonly deviceService: Devices
  },
) {
  const { deviceService, devices: registry, registry: applications, agentTree, ...rest } = context
  const fleetApps = (actor: Actor) => fleetScope({ registry: applications, agentTree }, actor, {}).apps
  const parts = { ...rest, registry, devices: deviceService, fleetApps }
  const performance = new AccountPerformance(parts)
  return {
    performance,
    accountMarks: new AccountMarks(parts),
    deviceNotes: new DeviceNotes(parts),
    historyExports: new HistoryExports(parts),
    reportLinks: new ReportLinks({ ...parts, performance }),
  }
}
