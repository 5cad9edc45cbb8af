import type { Clock } from '../contract/ports.ts'
import { AccountCodes } from '../services/account-codes.ts'
import { AccountRecords } from '../services/account-records.ts'
import type { AgentBans } from '../services/agent-bans.ts'
import type { ApplicationRegistry } from '../services/application-registry.ts'
import { CodeEdits } from '../services/code-edits.ts'
import { CodeLogins } from '../services/code-logins.ts'
import { CodeRecords } from '../services/code-records.ts'
import { CodeUnbinds } from '../services/code-unbinds.ts'
import { DeviceChanges } from '../services/device-changes.ts'
import { DeviceLogons } from '../services/device-logons.ts'
import type { Devices } from '../services/devices.ts'
import type { Jobs } from '../services/jobs.ts'
import type { Store } from '../store/store.ts'
import type { CodeJournal } from '../telemetry/code-journal.ts'
import type { CommandLifecycle } from '../telemetry/command-lifecycle.ts'
import type { LiveStream } from '../telemetry/live-stream.ts'
import type { DeviceRegistry } from '../telemetry/registry.ts'
import type { WriteBehind } from '../telemetry/write-behind.ts'
import type { RiskWatch } from './compose-risk.ts'

/** Codes and trading accounts together: whatever is done to one half does what follows to the other. */
export function composeLicences(parts: {
  readonly store: Store
  readonly registry: ApplicationRegistry
  readonly devices: DeviceRegistry
  readonly deviceService: Devices
  readonly bans: AgentBans
  readonly journal: CodeJournal
  readonly commands: CommandLifecycle
  readonly writeBehind: WriteBehind
  readonly stream: LiveStream
  readonly riskWatch: RiskWatch
  readonly jobs: Jobs
  readonly clock: Clock
}) {
  const { store, devices, journal, jobs, riskWatch, clock } = parts
  const records = new AccountRecords({ store, devices, clock })
  return {
    runtime: {
      codeLogins: new CodeLogins({ ...parts, records, addresses: riskWatch.addresses }),
      codeUnbinds: new CodeUnbinds(parts),
      deviceLogons: new DeviceLogons({ ...parts, ...riskWatch, records }),
    },
    console: {
      codeEdits: new CodeEdits({ ...parts, records: new CodeRecords(devices) }),
      deviceChanges: new DeviceChanges({
        store,
        registry: devices,
        devices: parts.deviceService,
        codes: new AccountCodes(journal),
        jobs,
        clock,
      }),
    },
  }
}
