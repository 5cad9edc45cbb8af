import type { Clock } from '../contract/ports.ts'
import { AccountCodes } from '../services/devices/account-codes.ts'
import type { ApplicationRegistry } from '../services/applications/application-registry.ts'
import { CodeEdits } from '../services/codes/code-edits.ts'
import { CodeRecords } from '../services/codes/code-records.ts'
import { DeviceChanges } from '../services/devices/device-changes.ts'
import type { Devices } from '../services/devices/devices.ts'
import type { Jobs } from '../services/platform/jobs.ts'
import type { Store } from '../store/store.ts'
import type { CodeJournal } from '../telemetry/code-journal.ts'
import type { DeviceRegistry } from '../telemetry/registry.ts'

/** Operators' acts on codes and on trading accounts: whatever is done to one half does what follows to the other. */
export function composeLicences(parts: {
  readonly store: Store
  readonly registry: ApplicationRegistry
  readonly devices: DeviceRegistry
  readonly deviceService: Devices
  readonly journal: CodeJournal
  readonly jobs: Jobs
  readonly clock: Clock
}) {
  const { devices, deviceService, journal } = parts
  return {
    codeEdits: new CodeEdits({ ...parts, records: new CodeRecords(devices) }),
    deviceChanges: new DeviceChanges({
      ...parts,
      registry: devices,
      devices: deviceService,
      codes: new AccountCodes(journal),
    }),
  }
}
