import type { Clock } from '../../contract/ports.ts'
import { openPositions } from '../../contract/open-positions.ts'
import type { Application } from '../../domain/application/application.ts'
import { authorize, type Authorization } from '../../domain/device/authorization.ts'
import type { Device } from '../../domain/device/device.ts'
import { TRIAL_LICENSE } from '../../domain/device/record.ts'
import type { Telemetry } from '../../domain/device/telemetry.ts'
import type { CriticalAccounts } from '../../telemetry/critical-accounts.ts'
import type { MarketWatch } from '../../telemetry/market-watch.ts'
import type { SilenceWatch } from '../../telemetry/silence-watch.ts'
import type { CommandLifecycle } from '../../telemetry/command-lifecycle.ts'
import type { EarlyPulses, ReceivedPulse } from '../../telemetry/early-pulses.ts'
import type { LiveDevice, LivePulse } from '../../telemetry/live-device.ts'
import type { LiveStream } from '../../telemetry/live-stream.ts'
import type { PulseRules } from '../../telemetry/rules/rule-watch.ts'
import { recordPulse } from '../../telemetry/pulse-recorder.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import type { TerminalWatch } from '../../telemetry/terminal-watch.ts'
import type { WriteBehind } from '../../telemetry/write-behind.ts'
import type { AccountRecords } from './account-records.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import type { AddressWatch } from '../risk/address-watch.ts'
import { withPauses } from '../with-pauses.ts'

interface Parts {
  readonly records: AccountRecords
  readonly devices: DeviceRegistry
  readonly commands: CommandLifecycle
  readonly writeBehind: WriteBehind
  readonly stream: LiveStream
  readonly criticals: CriticalAccounts
  readonly silences: SilenceWatch
  readonly addresses: AddressWatch
  readonly terminals: TerminalWatch
  readonly marketWatch: MarketWatch
  readonly rules: Pick<PulseRules, 'onPulse'>
  readonly earlyPulses: EarlyPulses
  readonly registry: Pick<ApplicationRegistry, 'find'>
  readonly clock: Clock
}

export interface DeviceAnswer {
  readonly authorization: Authorization
  readonly device: Device | undefined
}

export interface LogOnAnswer extends DeviceAnswer {
  /** Too many new accounts came from the caller's network, or to the application. */
  readonly waits: boolean
}

export interface PulseAnswer extends DeviceAnswer {
  readonly closeAll: boolean
}

/**
 * Calls of trading accounts that ask whether they may run, and that report their state (the specification, mt5logon
 * and mt5pulse).
 */
export class DeviceLogons {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** @param accountKey undefined for an invalid account key: it is unknown and never gets a record */
  async logOn(application: Application, accountKey: string | undefined, ip: string): Promise<LogOnAnswer> {
    const { devices, clock } = this.#parts
    const now = clock.now()
    const live = accountKey === undefined ? undefined : await devices.fetch(application.id, accountKey)
    const known = live?.device
    const authorization = authorize(application, known, now)
    if (accountKey === undefined || authorization === 'policyOff')
      return { authorization, device: known, waits: false }
    const found = await this.#requireRecord(application, { accountKey, known, ip })
    const device = found === 'waits' ? undefined : found
    return { authorization: authorize(application, device, now), device, waits: found === 'waits' }
  }

  /** @returns the account's record; a new one in free mode and where trials begin by themselves */
  async #requireRecord(
    application: Application,
    {
      accountKey,
      known,
      ip,
    }: { readonly accountKey: string; readonly known: Device | undefined; readonly ip: string },
  ): Promise<Device | 'waits' | undefined> {
    const { records, clock } = this.#parts
    const { freeMode, mt5 } = application
    if (freeMode) return records.requireFree(application, accountKey, { ip })
    if (known !== undefined || !mt5.autoTrial) return known
    const trial = { license: TRIAL_LICENSE, vip: clock.now() + mt5.trialSeconds }
    return records.create(application, accountKey, trial, { ip })
  }

  /** Stores the report of an authorized account, and answers with the vendor's switches and commands. */
  pulse(
    application: Application,
    accountKey: string | undefined,
    telemetry: Telemetry,
    ip: string,
  ): PulseAnswer | Promise<PulseAnswer> {
    const { devices, earlyPulses } = this.#parts
    if (accountKey === undefined) return this.#answer(application, undefined, { telemetry, ip })
    if (earlyPulses.isFull)
      return earlyPulses.released.then(() => this.pulse(application, accountKey, telemetry, ip))
    if (devices.isFilling)
      return devices
        .fetch(application.id, accountKey)
        .then((live) => this.#pulseOf(application, accountKey, live, { telemetry, ip }))
    return this.#pulseOf(application, accountKey, devices.find(application.id, accountKey), { telemetry, ip })
  }

  /** Gives the pulses that came while the accounts loaded their effects. */
  async catchUp(): Promise<void> {
    const { earlyPulses, registry } = this.#parts
    for await (const { live, pulse, at } of withPauses(earlyPulses.release())) {
      const application = registry.find(live.device.appId)?.settings
      if (application !== undefined) this.#follow(application, live, pulse, at)
    }
  }

  #pulseOf(
    application: Application,
    accountKey: string,
    live: LiveDevice | undefined,
    pulse: ReceivedPulse,
  ): PulseAnswer | Promise<PulseAnswer> {
    return live === undefined && application.freeMode && application.mt5.enabled
      ? this.#pulseOfUnknown(application, accountKey, pulse)
      : this.#answer(application, live, pulse)
  }

  #answer(
    application: Application,
    live: LiveDevice | undefined,
    pulse: ReceivedPulse,
  ): PulseAnswer | Promise<PulseAnswer> {
    const { commands, earlyPulses, writeBehind, clock } = this.#parts
    const now = clock.now()
    const authorization = authorize(application, live?.device, now)
    if (live === undefined || authorization !== 'authorized') {
      return { authorization, device: live?.device, closeAll: false }
    }
    const { telemetry, ip } = pulse
    if (earlyPulses.hold(live, pulse, now))
      writeBehind.add({ deviceId: live.device.id, at: now, ...telemetry, interval: 0, ip })
    else writeBehind.add(this.#follow(application, live, pulse, now))
    const closeAll = commands.onPulse(live, openPositions(telemetry), ip)
    return typeof closeAll === 'boolean' ? answer(live, closeAll) : closeAll.then((is) => answer(live, is))
  }

  /** The effects of a pulse on the board and the watches. @returns the pulse as the account's latest */
  #follow({ mt5 }: Application, live: LiveDevice, { telemetry, ip }: ReceivedPulse, at: number): LivePulse {
    const { devices, stream, criticals, silences, rules, marketWatch } = this.#parts
    this.#noteAddress(live, ip, at)
    marketWatch.onPulse(live, telemetry, at)
    const isSymbolNew = live.pulse?.symbol !== telemetry.symbol
    const pulse = recordPulse(live, telemetry, ip, at)
    if (isSymbolNew) devices.refreshLimitsOf(live)
    rules.onPulse(live, pulse, at)
    criticals.onPulse(live, mt5, at)
    silences.onPulse(live, at)
    stream.pulsed(live)
    return pulse
  }

  /** In free mode the first pulse of an account creates its record, where the plan has room. */
  async #pulseOfUnknown(
    application: Application,
    accountKey: string,
    pulse: ReceivedPulse,
  ): Promise<PulseAnswer> {
    const found = await this.#parts.records.requireFree(application, accountKey, { ip: pulse.ip })
    const device = found === 'waits' ? undefined : found
    const { devices, clock } = this.#parts
    const live = await devices.fetch(application.id, accountKey)
    // A preview keeps nothing in memory. The record may also have been deleted meanwhile.
    if (live === undefined)
      return { authorization: authorize(application, device, clock.now()), device, closeAll: false }
    return this.#answer(application, live, pulse)
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

function answer(live: LiveDevice, closeAll: boolean): PulseAnswer {
  return { authorization: 'authorized', device: live.device, closeAll }
}
