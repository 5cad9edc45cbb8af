import type { Clock } from '../../contract/ports.ts'
import { openPositions } from '../../contract/open-positions.ts'
import type { Copy } from '../../copies/copies.ts'
import type { Application } from '../../domain/application/application.ts'
import { authorize, type Authorization } from '../../domain/device/authorization.ts'
import type { Device } from '../../domain/device/device.ts'
import { TRIAL_LICENSE } from '../../domain/device/record.ts'
import type { Telemetry } from '../../domain/device/telemetry.ts'
import type { CommandLifecycle } from '../../telemetry/command-lifecycle.ts'
import type { EarlyPulses, ReceivedPulse } from '../../telemetry/early-pulses.ts'
import type { LiveDevice } from '../../telemetry/live-device.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import type { WriteBehind } from '../../telemetry/write-behind.ts'
import type { AccountRecords } from './account-records.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import { withPauses } from '../with-pauses.ts'
import { PulseIntake, type IntakeParts } from './pulse-intake.ts'
import type { SharedPulses } from './shared-pulses.ts'

interface Parts extends IntakeParts {
  readonly records: AccountRecords
  readonly devices: DeviceRegistry
  readonly commands: CommandLifecycle
  readonly writeBehind: WriteBehind
  readonly earlyPulses: EarlyPulses
  readonly sharedPulses: Pick<SharedPulses, 'add'>
  readonly registry: Pick<ApplicationRegistry, 'find'>
  readonly copy: Pick<Copy, 'standing'>
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
  readonly #intake: PulseIntake

  constructor(parts: Parts) {
    this.#parts = parts
    this.#intake = new PulseIntake(parts)
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
    const pulse = { telemetry, ip }
    if (accountKey === undefined) return this.#answer(application, undefined, undefined, pulse)
    if (earlyPulses.isFull)
      return earlyPulses.released.then(() => this.pulse(application, accountKey, telemetry, ip))
    if (devices.isFilling)
      return devices
        .fetch(application.id, accountKey)
        .then((live) => this.#answer(application, accountKey, live, pulse))
    return this.#answer(application, accountKey, devices.find(application.id, accountKey), pulse)
  }

  /** Gives the pulses that came while the accounts loaded their effects. */
  async catchUp(): Promise<void> {
    const { earlyPulses, registry } = this.#parts
    for await (const { live, pulse, at } of withPauses(earlyPulses.release())) {
      const mt5 = registry.find(live.device.appId)?.settings.mt5
      if (mt5 !== undefined) this.#intake.take(live, mt5, pulse.telemetry, pulse.ip, at)
    }
  }

  #answer(
    application: Application,
    accountKey: string | undefined,
    live: LiveDevice | undefined,
    received: ReceivedPulse,
  ): PulseAnswer | Promise<PulseAnswer> {
    const { commands, earlyPulses, writeBehind, sharedPulses, clock } = this.#parts
    const now = clock.now()
    const authorization = authorize(application, live?.device, now)
    if (authorization === 'unknown' && application.freeMode && accountKey !== undefined)
      return this.#pulseOfUnknown(application, accountKey, received)
    if (live === undefined || authorization !== 'authorized') {
      return { authorization, device: live?.device, closeAll: false }
    }
    const { telemetry, ip } = received
    const pulse = earlyPulses.hold(live, received, now)
      ? { deviceId: live.device.id, at: now, ...telemetry, interval: 0, ip }
      : this.#intake.take(live, application.mt5, telemetry, ip, now)
    writeBehind.add(pulse)
    sharedPulses.add(pulse)
    const positions = openPositions(telemetry)
    if (this.#parts.copy.standing.isAway) {
      // Only the store can say that a command was handed out once.
      commands.heard(live, positions)
      return answer(live, false)
    }
    const closeAll = commands.onPulse(live, positions, ip)
    return typeof closeAll === 'boolean' ? answer(live, closeAll) : closeAll.then((is) => answer(live, is))
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
    return this.#answer(application, accountKey, live, pulse)
  }
}

function answer(live: LiveDevice, closeAll: boolean): PulseAnswer {
  return { authorization: 'authorized', device: live.device, closeAll }
}
