import { setTimeout as delay } from 'node:timers/promises'
import type { CurrentMarkets } from '../contract/markets/markets.ts'
import type { Clock, Log, Messenger, Random } from '../contract/ports.ts'
import type { RuntimeServices } from '../runtime/endpoint.ts'
import { Kits } from '../runtime/kit-maker.ts'
import type { KitSources } from '../kits/fill-kit.ts'
import { AccountLogins, LoginMemory } from '../services/accounts/account-logins.ts'
import { NewRecordLimits } from '../services/devices/new-record-limits.ts'
import { AccountRecords } from '../services/devices/account-records.ts'
import { AccountRegistrations, networkRegistrations } from '../services/accounts/account-registrations.ts'
import type { AddressWatch } from '../services/risk/address-watch.ts'
import type { Steward } from '../copies/stewardship.ts'
import type { SharedPulses } from '../services/devices/shared-pulses.ts'
import type { AgentBans } from '../services/agents/agent-bans.ts'
import type { Allowance } from '../copies/allowance.ts'
import type { Copy } from '../copies/copies.ts'
import type { Counters } from '../copies/counters.ts'
import type { ApplicationRegistry } from '../services/applications/application-registry.ts'
import { BindGuesses } from '../services/messenger/bind-guesses.ts'
import { CodeGuesses } from '../services/codes/code-guesses.ts'
import { CodeLogins } from '../services/codes/code-logins.ts'
import { CodeUnbinds } from '../services/codes/code-unbinds.ts'
import { DeveloperApplications } from '../services/applications/developer-applications.ts'
import { DeviceLogons } from '../services/devices/device-logons.ts'
import type { Files } from '../services/applications/files.ts'
import { KeyHandout } from '../services/applications/key-handout.ts'
import { MessengerBinds } from '../services/messenger/messenger-binds.ts'
import type { MessengerPace } from '../services/messenger/messenger-pace.ts'
import type { NoticePost } from '../services/notices/notice-post.ts'
import { notificationAllowance, Notifications } from '../services/messenger/notifications.ts'
import type { OperatorCredentials } from '../services/session/operator-credentials.ts'
import type { Passwords } from '../services/session/passwords.ts'
import type { UpdateAddresses } from '../services/applications/update-addresses.ts'
import { VerifiedPasswords } from '../services/session/verified-passwords.ts'
import { ViolationReports } from '../services/devices/violation-reports.ts'
import type { Store } from '../store/store.ts'
import type { CodeJournal } from '../telemetry/code-journal.ts'
import type { CommandLifecycle } from '../telemetry/command-lifecycle.ts'
import type { CriticalAccounts } from '../telemetry/critical-accounts.ts'
import type { LiveStream } from '../telemetry/live-stream.ts'
import type { EarlyPulses } from '../telemetry/early-pulses.ts'
import type { DeviceRegistry } from '../telemetry/registry.ts'
import type { MarketWatch } from '../telemetry/market-watch.ts'
import type { PulseRules } from '../telemetry/rules/rule-watch.ts'
import type { SilenceWatch } from '../telemetry/silence-watch.ts'
import type { TerminalWatch } from '../telemetry/terminal-watch.ts'
import type { WriteBehind } from '../telemetry/write-behind.ts'

/**
 * All that the use cases of api.php work on. A use case keeps no state of its own: what it remembers or changes is here.
 * So a preview (call-preview.ts) runs the same use cases on other dependencies.
 */
export interface CallDeps {
  readonly store: Store
  readonly copy: Pick<Copy, 'standing'>
  readonly registry: ApplicationRegistry
  readonly bans: AgentBans
  readonly devices: DeviceRegistry
  readonly earlyPulses: EarlyPulses
  readonly commands: CommandLifecycle
  readonly steward: Steward
  readonly writeBehind: WriteBehind
  readonly sharedPulses: Pick<SharedPulses, 'add'>
  readonly stream: LiveStream
  readonly criticals: CriticalAccounts
  readonly silences: SilenceWatch
  readonly addresses: Pick<AddressWatch, 'watches' | 'note'>
  readonly terminals: TerminalWatch
  readonly marketWatch: MarketWatch
  readonly markets: CurrentMarkets
  readonly rules: PulseRules
  readonly journal: CodeJournal
  readonly passwords: Passwords
  readonly credentials: OperatorCredentials
  readonly noticePost: NoticePost
  readonly messenger: Messenger
  readonly pause: (ms: number) => Promise<void>
  readonly memory: CallMemory
  readonly files: Pick<Files, 'ofApplication'>
  readonly updateAddresses: Pick<UpdateAddresses, 'find'>
  readonly kitSources: KitSources
  readonly addressFor: (cameTo: string) => string
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}

/** The use cases' memory of earlier calls. */
export interface CallMemory {
  readonly logins: LoginMemory
  readonly guesses: BindGuesses
  readonly codeGuesses: CodeGuesses
  readonly newRecords: NewRecordLimits
  readonly registrations: Allowance
  readonly notifications: Allowance
  readonly pace: MessengerPace
}

export function createCallMemory(random: Random, counters: Counters, pace: MessengerPace): CallMemory {
  return {
    logins: new LoginMemory(new VerifiedPasswords(random.bytes(32)), counters),
    guesses: new BindGuesses(counters),
    codeGuesses: new CodeGuesses(counters),
    newRecords: new NewRecordLimits(counters),
    registrations: networkRegistrations(counters),
    notifications: notificationAllowance(counters),
    pace,
  }
}

export const pauseFor = (ms: number): Promise<void> => delay(ms)

export function createCallServices(deps: CallDeps): RuntimeServices {
  const { memory, registry, noticePost: post } = deps
  const records = new AccountRecords({ ...deps, limits: memory.newRecords })
  return {
    codeLogins: new CodeLogins({ ...deps, records, guesses: memory.codeGuesses }),
    codeUnbinds: new CodeUnbinds({ ...deps, guesses: memory.codeGuesses }),
    accountLogins: new AccountLogins({ ...deps, memory: memory.logins }),
    accountRegistrations: new AccountRegistrations({ ...deps, networks: memory.registrations }),
    developerApplications: new DeveloperApplications(deps),
    keyHandout: new KeyHandout(registry),
    kits: new Kits(deps.kitSources, deps.clock),
    deviceLogons: new DeviceLogons({ ...deps, records }),
    messengerBinds: new MessengerBinds({ ...deps, guesses: memory.guesses }),
    notifications: new Notifications({ ...deps, allowance: memory.notifications, pace: memory.pace }),
    violationReports: new ViolationReports({ ...deps, post }),
    files: deps.files,
    updateAddresses: deps.updateAddresses,
    addressFor: deps.addressFor,
  }
}
