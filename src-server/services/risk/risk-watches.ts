import type { CurrentMarkets } from '../../contract/markets/markets.ts'
import type { RuleSubject } from '../../contract/rule-names.ts'
import type { Clock } from '../../contract/ports.ts'
import type { Bus } from '../../copies/bus.ts'
import type { Steward } from '../../copies/stewardship.ts'
import { slicesOf, TOGETHER } from '../../store/slices-of.ts'
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
import { withPauses } from '../with-pauses.ts'
import { UnknownServers } from '../devices/unknown-servers.ts'
import { AddressWatch } from './address-watch.ts'
import { RefusalWatch } from './refusal-watch.ts'

interface Watched {
  readonly store: Pick<Store, 'read'>
  readonly devices: DeviceRegistry
  readonly ordered: Iterable<LiveDevice>
}

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
  readonly steward: Pick<Steward, 'isMine' | 'holds' | 'isIn'>
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

/** Continues from the stored events. The trading accounts must be in memory already. */
export async function resumeRiskWatches(
  { events, drawdowns, margins, silences }: RiskWatches,
  devices: DeviceRegistry,
  now: number,
): Promise<void> {
  await events.load()
  drawdowns.resume(devices)
  margins.resume(devices)
  silences.resume(devices, now)
}

/**
 * Stores the events of accounts that nobody watched for a moment, or that a crash lost. Runs after `resumeRiskWatches`, at
 * the steward.
 * @param ordered the accounts with an open order, perhaps among others
 */
export async function lookBackAtRisks(
  { closes, silences, criticals }: RiskWatches,
  { store, devices, ordered }: Watched,
  now: number,
): Promise<void> {
  closes.resume(ordered)
  const ended = silences.takeEnded()
  for (const [appId, ofApp] of Map.groupBy(ended, (silence) => silence.appId))
    for (const some of slicesOf(ofApp, TOGETHER)) {
      const cause = { appId, kind: 'back', ruleId: null } as const
      const ids = some.map(({ deviceId }) => deviceId)
      const told = await store.read((unit) => unit.alerts.lastOf(cause, ids))
      const toldAt = new Map(told.map(({ deviceId, at }) => [deviceId, at]))
      for (const silence of some) {
        const live = devices.get(silence.deviceId)
        if (live !== undefined && (toldAt.get(silence.deviceId) ?? -Infinity) < silence.at)
          silences.end(live, silence, now)
      }
    }
  for await (const live of withPauses(devices.all())) criticals.look(live, now)
}
