import type { Clock } from '../../contract/ports.ts'
import { openPositions } from '../../contract/open-positions.ts'
import type { Application } from '../../domain/application/application.ts'
import { authorize, type Authorization } from '../../domain/device/authorization.ts'
import type { Device } from '../../domain/device/device.ts'
import { TRIAL_LICENSE } from '../../domain/device/record.ts'
import type { Telemetry } from '../../domain/device/telemetry.ts'
import type { CommandLifecycle } from '../../telemetry/command-lifecycle.ts'
import type { LiveDevice } from '../../telemetry/live-device.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import type { WriteBehind } from '../../telemetry/write-behind.ts'
import type { AccountRecords } from './account-records.ts'
import { PulseIntake, type IntakeParts } from './pulse-intake.ts'
import type { SharedPulses } from './shared-pulses.ts'

interface Parts extends IntakeParts {
  readonly records: AccountRecords
  readonly devices: DeviceRegistry
  readonly commands: CommandLifecycle
  readonly writeBehind: WriteBehind
  readonly sharedPulses: Pick<SharedPulses, 'add'>
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
    const known = accountKey === undefined ? undefined : devices.find(application.id, accountKey)?.device
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
    const { devices, commands, writeBehind, sharedPulses, clock } = this.#parts
    const now = clock.now()
    const live = accountKey === undefined ? undefined : devices.find(application.id, accountKey)
    const authorization = authorize(application, live?.device, now)
    if (authorization === 'unknown' && application.freeMode && accountKey !== undefined)
      return this.#pulseOfUnknown(application, accountKey, telemetry, ip)
    if (live === undefined || authorization !== 'authorized') {
      return { authorization, device: live?.device, closeAll: false }
    }
    const pulse = this.#intake.take(live, application.mt5, telemetry, ip, now)
    writeBehind.add(pulse)
    sharedPulses.add(pulse)
    const closeAll = commands.onPulse(live, openPositions(telemetry), ip)
    return typeof closeAll === 'boolean' ? answer(live, closeAll) : closeAll.then((is) => answer(live, is))
  }

  /** In free mode the first pulse of an account creates its record, where the plan has room. */
  async #pulseOfUnknown(
    application: Application,
    accountKey: string,
    telemetry: Telemetry,
    ip: string,
  ): Promise<PulseAnswer> {
    const found = await this.#parts.records.requireFree(application, accountKey, { ip })
    const device = found === 'waits' ? undefined : found
    const { devices, clock } = this.#parts
    // A preview keeps nothing in memory. The record may also have been deleted meanwhile.
    if (devices.find(application.id, accountKey) === undefined)
      return { authorization: authorize(application, device, clock.now()), device, closeAll: false }
    return this.pulse(application, accountKey, telemetry, ip)
  }
}

function answer(live: LiveDevice, closeAll: boolean): PulseAnswer {
  return { authorization: 'authorized', device: live.device, closeAll }
}
