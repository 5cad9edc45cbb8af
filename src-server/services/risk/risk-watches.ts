import type { CurrentMarkets } from '../../contract/markets/markets.ts'
import type { RuleSubject } from '../../contract/rule-names.ts'
import type { Clock } from '../../contract/ports.ts'
import type { Bus } from '../../copies/bus.ts'
import type { Steward } from '../../copies/stewardship.ts'
import type { Store } from '../../store/store.ts'
import { CloseWatch } from '../../telemetry/close-watch.ts'
import { CriticalAccounts } from '../../telemetry/critical-accounts.ts'
import type { DroppedWork } from '../../telemetry/dropped-work.ts'
import { DrawdownWatch } from '../../telemetry/drawdown-watch.ts'
import type { LiveDevice } from '../../telemetry/live-device.ts'
import type { LiveStream } from '../../telemetry/live-stream.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import { MarginWatch } from '../../telemetry/margin-watch.ts'
import { MarketWatch } from '../../telemetry/market-watch.ts'
import { RiskAlerts } from '../../telemetry/risk-alerts.ts'
import { RiskEventLog } from '../../telemetry/risk-event-log.ts'
import { SilenceWatch } from '../../telemetry/silence-watch.ts'
import { TerminalWatch } from '../../telemetry/terminal-watch.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import { UnknownServers } from '../devices/unknown-servers.ts'
import { AddressWatch } from './address-watch.ts'
import { RefusalWatch } from './refusal-watch.ts'

/** The watches that look for risks in calls, pulses and commands. */
export interface RiskWatches {
  readonly drawdowns: DrawdownWatch
  readonly margins: MarginWatch
  readonly criticals: CriticalAccounts
  readonly silences: SilenceWatch
  readonly closes: CloseWatch
  readonly terminals: TerminalWatch
  readonly marketWatch: MarketWatch
  readonly refusals: RefusalWatch
  readonly addresses: AddressWatch
  readonly unknownServers: UnknownServers
  readonly events: RiskEventLog
  readonly alerts: RiskAlerts
}

export function createRiskWatches(deps: {
  readonly store: Store
  readonly bus?: Bus
  readonly steward: Pick<Steward, 'isMine' | 'isIn'>
  readonly registry: ApplicationRegistry
  readonly stream: LiveStream
  readonly markets: CurrentMarkets
  readonly clock: Clock
  readonly dropped: DroppedWork
  readonly covers: (live: LiveDevice, subject: RuleSubject) => boolean
}): RiskWatches {
  const { registry, stream, covers } = deps
  const events = new RiskEventLog(deps)
  const alerts = new RiskAlerts({
    events,
    steward: deps.steward,
    applicationOf: (app) => registry.find(app)?.settings,
    covers,
  })
  const drawdowns = new DrawdownWatch(alerts)
  const margins = new MarginWatch(alerts)
  return {
    drawdowns,
    margins,
    criticals: new CriticalAccounts({ alerts, drawdowns, margins }),
    silences: new SilenceWatch(alerts, deps.markets),
    closes: new CloseWatch(alerts),
    terminals: new TerminalWatch((live) => {
      stream.changed(live)
    }),
    marketWatch: new MarketWatch(deps.markets),
    refusals: new RefusalWatch(),
    addresses: new AddressWatch(),
    unknownServers: new UnknownServers(),
    events,
    alerts,
  }
}

/**
 * Continues from the stored events. The trading accounts must be in memory already.
 * @param ordered those with an open order
 */
export async function resumeRiskWatches(
  { events, drawdowns, margins, silences, closes }: RiskWatches,
  { devices, ordered }: { readonly devices: DeviceRegistry; readonly ordered: Iterable<LiveDevice> },
  now: number,
): Promise<void> {
  await events.load()
  drawdowns.resume(devices)
  margins.resume(devices)
  silences.resume(devices, now)
  closes.resume(ordered)
}
