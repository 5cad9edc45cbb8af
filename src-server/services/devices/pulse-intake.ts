import type { Steward } from '../../copies/stewardship.ts'
import type { Application } from '../../domain/application/application.ts'
import type { Telemetry } from '../../domain/device/telemetry.ts'
import type { CriticalAccounts } from '../../telemetry/critical-accounts.ts'
import type { LiveDevice, LivePulse } from '../../telemetry/live-device.ts'
import type { LiveStream } from '../../telemetry/live-stream.ts'
import type { MarketWatch } from '../../telemetry/market-watch.ts'
import { recordPulse } from '../../telemetry/pulse-recorder.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import type { PulseRules } from '../../telemetry/rules/rule-watch.ts'
import type { SilenceWatch } from '../../telemetry/silence-watch.ts'
import type { TerminalWatch } from '../../telemetry/terminal-watch.ts'
import type { AddressWatch } from '../risk/address-watch.ts'

export interface IntakeParts {
  readonly devices: Pick<DeviceRegistry, 'refreshLimitsOf'>
  readonly stream: LiveStream
  readonly criticals: CriticalAccounts
  readonly silences: SilenceWatch
  readonly addresses: Pick<AddressWatch, 'watches' | 'note'>
  readonly terminals: TerminalWatch
  readonly marketWatch: MarketWatch
  readonly rules: Pick<PulseRules, 'onPulse'>
  readonly steward: Pick<Steward, 'isMine'>
}

/** The effects of an authorized account's pulse in memory, whichever copy of the server received it. */
export class PulseIntake {
  readonly #parts: IntakeParts

  constructor(parts: IntakeParts) {
    this.#parts = parts
  }

  take(live: LiveDevice, mt5: Application['mt5'], telemetry: Telemetry, ip: string, now: number): LivePulse {
    const { devices, stream, criticals, silences, rules, marketWatch, steward } = this.#parts
    this.#noteAddress(live, ip, now)
    // The watches of two copies would report everything twice.
    const judges = steward.isMine
    if (judges) marketWatch.onPulse(live, telemetry, now)
    const isSymbolNew = live.pulse?.symbol !== telemetry.symbol
    const pulse = recordPulse(live, telemetry, ip, now)
    if (isSymbolNew) devices.refreshLimitsOf(live)
    if (judges) {
      rules.onPulse(live, pulse, now)
      criticals.onPulse(live, mt5, now)
      silences.onPulse(live, now)
    }
    stream.pulsed(live)
    return pulse
  }

  /** An account that stays at its address costs one comparison. */
  #noteAddress(live: LiveDevice, ip: string, now: number): void {
    const { device, pulse } = live
    if (pulse === undefined || pulse.ip === ip || pulse.ip === '') return
    const { addresses, terminals } = this.#parts
    terminals.moved(live, ip, now)
    if (!addresses.watches('device', device.id))
      addresses.note('device', device.id, device.appId, pulse.ip, pulse.at)
    addresses.note('device', device.id, device.appId, ip, now)
  }
}
