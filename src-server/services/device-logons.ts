import type { Clock } from '../contract/ports.ts'
import { openPositions } from '../contract/open-positions.ts'
import { fits } from '../domain/access/plan.ts'
import type { Application } from '../domain/application/application.ts'
import { authorize, type Authorization } from '../domain/device/authorization.ts'
import { newDevice, type Device } from '../domain/device/device.ts'
import type { Telemetry } from '../domain/device/telemetry.ts'
import { effectiveDrawdown } from '../domain/device/drawdown.ts'
import type { Store } from '../store/store.ts'
import type { DrawdownWatch } from '../telemetry/drawdown-watch.ts'
import type { SilenceWatch } from '../telemetry/silence-watch.ts'
import type { CommandLifecycle } from '../telemetry/command-lifecycle.ts'
import type { LiveDevice } from '../telemetry/live-device.ts'
import type { LiveStream } from '../telemetry/live-stream.ts'
import { recordPulse } from '../telemetry/pulse-recorder.ts'
import type { DeviceRegistry } from '../telemetry/registry.ts'
import type { TerminalWatch } from '../telemetry/terminal-watch.ts'
import type { WriteBehind } from '../telemetry/write-behind.ts'
import type { AddressWatch } from './address-watch.ts'
import { isWithinPlan, limitFor } from './plan-limits.ts'

interface Parts {
  readonly store: Store
  readonly devices: DeviceRegistry
  readonly commands: CommandLifecycle
  readonly writeBehind: WriteBehind
  readonly stream: LiveStream
  readonly drawdowns: DrawdownWatch
  readonly silences: SilenceWatch
  readonly addresses: AddressWatch
  readonly terminals: TerminalWatch
  readonly clock: Clock
}

export interface DeviceAnswer {
  readonly authorization: Authorization
  readonly device: Device | undefined
}

export interface PulseAnswer extends DeviceAnswer {
  readonly closeAll: boolean
}

/** What a device made by the automatic trial carries as its licence (protocol.md 8). */
const TRIAL_LICENSE = 'TRIAL'

/** Trading accounts that ask whether they may run, and report how they do (specification, mt5logon and mt5pulse). */
export class DeviceLogons {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** @param accountKey undefined when what was sent is no account: unknown, and never a trial */
  async logOn(application: Application, accountKey: string | undefined): Promise<DeviceAnswer> {
    const { devices, clock } = this.#parts
    const live = accountKey === undefined ? undefined : devices.find(application.id, accountKey)
    const authorization = authorize(application.mt5, live?.device, clock.now())
    if (authorization === 'unknown' && accountKey !== undefined && application.mt5.autoTrial) {
      const device = await this.#startTrial(application, accountKey)
      if (device !== undefined)
        return { authorization: authorize(application.mt5, device, clock.now()), device }
    }
    return { authorization, device: live?.device }
  }

  /** What an account that is there would be told, now. */
  foresee(application: Application, accountKey: string | undefined): Authorization {
    const { devices, clock } = this.#parts
    const live = accountKey === undefined ? undefined : devices.find(application.id, accountKey)
    return authorize(application.mt5, live?.device, clock.now())
  }

  /** Keeps what an authorized account reports, and answers with what is asked of it. */
  pulse(
    application: Application,
    accountKey: string | undefined,
    telemetry: Telemetry,
    ip: string,
  ): PulseAnswer | Promise<PulseAnswer> {
    const { devices, commands, writeBehind, stream, drawdowns, silences, clock } = this.#parts
    const now = clock.now()
    const live = accountKey === undefined ? undefined : devices.find(application.id, accountKey)
    const authorization = authorize(application.mt5, live?.device, now)
    if (live === undefined || authorization !== 'authorized') {
      return { authorization, device: live?.device, closeAll: false }
    }
    this.#noteAddress(live, ip, now)
    writeBehind.add(recordPulse(live, telemetry, ip, now))
    drawdowns.onPulse(live, effectiveDrawdown(telemetry), application.mt5, now)
    silences.onPulse(live, now)
    stream.pulsed(live)
    const closeAll = commands.onPulse(live, openPositions(telemetry), ip)
    return typeof closeAll === 'boolean' ? answer(live, closeAll) : closeAll.then((is) => answer(live, is))
  }

  /** Who stays where he is costs a comparison. */
  #noteAddress(live: LiveDevice, ip: string, now: number): void {
    const { device, pulse } = live
    if (pulse === undefined || pulse.ip === ip || pulse.ip === '') return
    const { addresses, terminals } = this.#parts
    terminals.moved(live, ip, now)
    if (!addresses.watches('device', device.id))
      addresses.note('device', device.id, device.appId, pulse.ip, pulse.at)
    addresses.note('device', device.id, device.appId, ip, now)
  }

  /** @returns undefined where the plan has no room for one more: as if there were no trials */
  async #startTrial(application: Application, accountKey: string): Promise<Device | undefined> {
    const { store, devices, clock } = this.#parts
    const { ownerId } = application
    // Strangers can ask as often as they like: while the plan is full nothing is counted, and they don't get as far as the writer.
    const limit = await store.read((unit) => limitFor(unit, ownerId, 'devices'))
    if (!fits(limit, devices.countOf(ownerId), 1)) return undefined
    const now = clock.now()
    return store.write(
      async (unit) => {
        // What came since the last commit counts too.
        if (!(await isWithinPlan(unit, ownerId, 'devices', 1)))
          return unit.devices.find(application.id, accountKey)
        const made = await unit.devices.insert({
          ...newDevice(application.id, accountKey, now),
          license: TRIAL_LICENSE,
          agentId: null,
          vip: now + application.mt5.trialSeconds,
        })
        // Somebody else's call for the same account came first: its trial is this one's.
        const device = made ?? (await unit.devices.find(application.id, accountKey))
        if (device === undefined) throw new Error('the trial account is gone')
        unit.afterCommit(() => {
          devices.putDevice(device)
        })
        return device
      },
      { durable: true },
    )
  }
}

function answer(live: LiveDevice, closeAll: boolean): PulseAnswer {
  return { authorization: 'authorized', device: live.device, closeAll }
}
