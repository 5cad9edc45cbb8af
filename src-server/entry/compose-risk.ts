import type { PlatformServices } from '../ajax/console/platform.ts'
import type { RiskServices } from '../ajax/console/risks.ts'
import type { Clock, Log } from '../contract/ports.ts'
import { CallLog } from '../runtime/call-log.ts'
import type { CallWitness } from '../runtime/pipeline.ts'
import { RefusalWitness } from '../runtime/refusal-witness.ts'
import { AddressWatch } from '../services/risk/address-watch.ts'
import type { ApplicationRegistry } from '../services/applications/application-registry.ts'
import { RefusalWatch } from '../services/risk/refusal-watch.ts'
import { RiskNames } from '../services/risk/risk-names.ts'
import { RiskNotes } from '../services/risk/risk-notes.ts'
import { Risks } from '../services/risk/risks.ts'
import { SeenRisks } from '../services/risk/seen-risks.ts'
import { StandingRisks } from '../services/risk/standing-risks.ts'
import { UnknownServers } from '../services/devices/unknown-servers.ts'
import type { Store } from '../store/store.ts'
import { CloseWatch } from '../telemetry/close-watch.ts'
import { DrawdownWatch } from '../telemetry/drawdown-watch.ts'
import type { LiveStream } from '../telemetry/live-stream.ts'
import type { CommandLifecycle } from '../telemetry/command-lifecycle.ts'
import type { DeviceRegistry } from '../telemetry/registry.ts'
import { RiskAlerts } from '../telemetry/risk-alerts.ts'
import { RiskEventLog } from '../telemetry/risk-event-log.ts'
import { SilenceWatch } from '../telemetry/silence-watch.ts'
import { TerminalWatch } from '../telemetry/terminal-watch.ts'
import type { Chore } from './schedule.ts'

/** Who watches calls, pulses and commands for what should be looked at. */
export interface RiskWatch {
  readonly drawdowns: DrawdownWatch
  readonly silences: SilenceWatch
  readonly closes: CloseWatch
  readonly terminals: TerminalWatch
  readonly refusals: RefusalWatch
  readonly addresses: AddressWatch
  readonly unknownServers: UnknownServers
  readonly events: RiskEventLog
  /** The last calls, for the inspector. */
  readonly callLog: CallLog
  /** Sees every call. */
  readonly witness: CallWitness
  /** Goes on where the server stopped, once the accounts are in memory. */
  resume(devices: DeviceRegistry): Promise<void>
}

export function composeRiskWatch(parts: {
  readonly store: Store
  readonly applications: ApplicationRegistry
  readonly stream: LiveStream
  readonly clock: Clock
  readonly log: Log
  readonly utcOffset: (at: number) => number
}): RiskWatch {
  const events = new RiskEventLog(parts)
  const alerts = new RiskAlerts({
    events,
    applicationOf: (app) => parts.applications.find(app)?.settings,
    utcOffset: parts.utcOffset,
  })
  const drawdowns = new DrawdownWatch(alerts)
  const silences = new SilenceWatch(alerts)
  const closes = new CloseWatch(alerts)
  const refusals = new RefusalWatch()
  const callLog = new CallLog()
  const unknownServers = new UnknownServers()
  return {
    drawdowns,
    silences,
    closes,
    terminals: new TerminalWatch((live) => {
      parts.stream.changed(live)
    }),
    refusals,
    callLog,
    witness: new RefusalWitness(callLog, refusals, unknownServers),
    unknownServers,
    addresses: new AddressWatch(),
    events,
    resume: async (devices) => {
      await events.load()
      drawdowns.resume(devices)
      silences.resume(devices, parts.clock.now())
      closes.resume(devices.all())
    },
  }
}

/** The risk review, over what was watched and how everything is set. */
export async function composeRisk(parts: {
  readonly stores: { readonly store: Store }
  readonly services: {
    readonly registry: ApplicationRegistry
    readonly devices: DeviceRegistry
    readonly commands: CommandLifecycle
    readonly stream: LiveStream
    readonly riskWatch: RiskWatch
  }
  readonly platform: Pick<PlatformServices, 'platformSettings' | 'platformHealth'>
  readonly clock: Clock
  /** Tells when the machine woke from sleep. @returns the way to stop being told */
  readonly onResume: (hook: () => void) => () => void
}): Promise<{ readonly console: RiskServices; readonly chores: readonly Chore[]; close(): void }> {
  const { clock } = parts
  const { store } = parts.stores
  const { registry: applications, devices, commands, stream, riskWatch } = parts.services
  const { events, refusals, addresses, drawdowns, silences, terminals } = riskWatch
  const notes = new RiskNotes()
  await notes.load(store)
  const risks = new Risks({
    store,
    seen: new SeenRisks({ applications, devices, events, refusals, addresses, terminals }),
    standing: new StandingRisks(applications),
    notes,
    names: new RiskNames({ store, applications, devices, addresses }),
    settings: parts.platform.platformSettings,
    health: parts.platform.platformHealth,
    clock,
  })
  const deafen = parts.onResume(() => {
    silences.woke(clock.now())
    commands.hear()
  })
  return {
    console: { risks },
    close: deafen,
    chores: [
      { name: 'risk events', everyMs: 250, run: () => events.flush() },
      {
        name: 'silence',
        everyMs: 1000,
        run: () => {
          silences.sweep(devices, applications, clock.now())
        },
      },
      {
        name: 'terminals',
        everyMs: 5000,
        run: () => {
          terminals.sweep(devices, clock.now())
        },
      },
      {
        name: 'risks',
        everyMs: 2000,
        atStart: true,
        run: async () => {
          stream.risk(await risks.count())
        },
      },
      {
        name: 'old risks',
        everyMs: 3_600_000,
        atStart: true,
        run: async () => {
          await events.forgetOld()
          drawdowns.forgetOld(devices, clock.now())
          silences.forgetGone(devices)
        },
      },
    ],
  }
}
