import type { Bus } from '../../copies/bus.ts'
import type { Standing } from '../../copies/copies.ts'
import type { ProgramFacts } from '../../domain/device/telemetry.ts'
import { openPositions } from '../../contract/open-positions.ts'
import type { LatestPulse } from '../../store/latest-pulse.ts'
import { PULSE_WIDTH, PulseBatch, unpackLatest, type PackedPulses } from '../../store/pulse-batch.ts'
import type { CommandLifecycle } from '../../telemetry/command-lifecycle.ts'
import type { EarlyPulses } from '../../telemetry/early-pulses.ts'
import type { LiveDevice } from '../../telemetry/live-device.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import { PulseIntake, type IntakeParts } from './pulse-intake.ts'

interface Parts extends IntakeParts {
  readonly bus: Bus
  readonly registry: Pick<ApplicationRegistry, 'find'>
  readonly devices: DeviceRegistry
  readonly commands: Pick<CommandLifecycle, 'heard'>
  readonly earlyPulses: Pick<EarlyPulses, 'isHolding' | 'released'>
  readonly standing: Pick<Standing, 'catchUp'>
}

/**
 * The pulses of this copy for the others, packed four times a second, and theirs for this one. A copy alone packs none.
 */
export class SharedPulses {
  readonly #parts: Parts
  readonly #intake: PulseIntake
  #waiting = new PulseBatch()
  /** Texts of programs that the other copies have. */
  #sent = new WeakSet<ProgramFacts>()

  constructor(parts: Parts) {
    this.#parts = parts
    this.#intake = new PulseIntake(parts)
    parts.bus.gather('pulses', () => this.#take())
    const hear = (packed: PackedPulses) => {
      const unknown: LatestPulse[] = []
      for (const pulse of unpackLatest(packed)) {
        const live = parts.devices.get(pulse.deviceId)
        if (live === undefined) unknown.push(pulse)
        else this.#hear(live, pulse)
      }
      if (unknown.length > 0) void this.#hearNew(unknown)
    }
    parts.bus.subscribe('pulses', (packed) => {
      const { earlyPulses } = this.#parts
      if (earlyPulses.isHolding)
        void earlyPulses.released.then(() => {
          hear(packed)
        })
      else hear(packed)
    })
    parts.bus.onJoin(() => {
      this.#sent = new WeakSet()
    })
  }

  add(pulse: LatestPulse): void {
    if (!this.#parts.bus.hasOthers) return
    const { program } = pulse
    const isNew = program !== undefined && !this.#sent.has(program)
    if (isNew) this.#sent.add(program)
    this.#waiting.add(pulse, isNew)
  }

  #take(): PackedPulses[] {
    const { count } = this.#waiting
    if (count === 0) return []
    const packed = this.#waiting.packed()
    this.#waiting = new PulseBatch(count)
    return [{ ...packed, numbers: packed.numbers.slice(0, count * PULSE_WIDTH) }]
  }

  /** The first pulses of an account may come before the news of its record. */
  async #hearNew(pulses: readonly LatestPulse[]): Promise<void> {
    await this.#parts.standing.catchUp()
    for (const pulse of pulses) {
      const live = this.#parts.devices.get(pulse.deviceId)
      if (live !== undefined) this.#hear(live, pulse)
    }
  }

  #hear(live: LiveDevice, pulse: LatestPulse): void {
    const { registry, commands } = this.#parts
    const mt5 = registry.find(live.device.appId)?.settings.mt5
    // A later pulse came to this copy itself.
    if (mt5 === undefined || (live.pulse?.at ?? 0) > pulse.at) return
    this.#intake.take(live, mt5, pulse, pulse.ip, pulse.at)
    // The pulse that got a command may come after the news of its delivery, and reports nothing of its effect.
    if (pulse.at > (live.command?.deliveredAt ?? -Infinity)) commands.heard(live, openPositions(pulse))
  }
}
