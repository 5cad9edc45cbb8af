import { freshnessOf } from '../../contract/health.ts'
import type { Clock, Log } from '../../contract/ports.ts'
import type { Steward } from '../../copies/stewardship.ts'
import type { HealthSample } from '../../contract/records/health-sample.ts'
import { onWire } from '../../contract/spelling.ts'
import { StorageFailure } from '../../contract/storage-failure.ts'
import { PulseBatch } from '../../store/pulse-batch.ts'
import type { HealthMinute } from '../../store/repositories/health-samples.ts'
import type { Store } from '../../store/store.ts'
import type { TelemetryStore } from '../../store/telemetry-store.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import { withPauses } from '../with-pauses.ts'
import type { PlatformHealthService } from './platform-health.ts'

/** The calls and the process since the last measurement. */
export type MeasuredMinute = Pick<HealthMinute, 'calls' | 'errors' | 'p99' | 'lag' | 'memory'>

interface Parts {
  readonly store: Store
  readonly steward: Pick<Steward, 'isMine' | 'holds'>
  readonly telemetry: Pick<TelemetryStore, 'append'>
  readonly devices: Pick<DeviceRegistry, 'all'>
  readonly health: Pick<PlatformHealthService, 'space' | 'sizes'>
  readonly clock: Clock
  readonly log: Log
  readonly steadyMs: () => number
  readonly measure: () => MeasuredMinute
}

/** The time for which samples are kept, seconds. */
const KEPT = 30 * 86_400
/** The length of a sample, seconds. */
const MINUTE = 60

/** The server's state over time: a sample a minute at the steward, for 30 days. */
export class HealthHistory {
  readonly #parts: Parts
  /** The duration of the last sample's durable write, milliseconds. */
  #commit: number | undefined

  #underWay = Promise.resolve()
  /** When the last minute ended, Unix seconds. */
  #at: number

  constructor(parts: Parts) {
    this.#parts = parts
    this.#at = parts.clock.now()
  }

  /** Takes a sample when a minute is over. A storage that can't write loses it. Another copy begins its minute anew. */
  sampleDue(): Promise<void> {
    return (this.#underWay = this.#sample())
  }

  /** Resolves when the sample under way is stored. */
  close(): Promise<void> {
    return this.#underWay
  }

  async #sample(): Promise<void> {
    const { store, steward, health, clock, log, measure } = this.#parts
    if (clock.now() - this.#at < MINUTE || (steward.isMine && !steward.holds())) return
    this.#at = clock.now()
    const measured = measure()
    if (!steward.isMine) return
    try {
      const { main, telemetry } = health.sizes()
      const minute: HealthMinute = {
        ...measured,
        at: this.#at,
        diskUsed: main + telemetry,
        diskFree: (await health.space()).free,
        commit: this.#commit ?? null,
        telemetry: await this.#handOver(),
        online: await this.#online(),
      }
      const begun = this.#parts.steadyMs()
      await store.write(
        async (unit) => {
          await unit.healthSamples.insert(minute)
          await unit.healthSamples.deleteBefore(minute.at - KEPT)
        },
        { durable: true },
      )
      this.#commit = this.#since(begun)
    } catch (error) {
      if (!(error instanceof StorageFailure)) throw error
      log.warn('health.sample')
    }
  }

  /** At most about `points` steps. */
  async read(from: number, to: number, points: number): Promise<{ seconds: number; rows: HealthSample[] }> {
    const seconds = Math.max(1, Math.ceil((to - from) / MINUTE / points)) * MINUTE
    const steps = await this.#parts.store.read((unit) => unit.healthSamples.steps(from, to, seconds))
    return { seconds, rows: steps.map((step) => onWire<HealthSample>(step)) }
  }

  /** The time that a batch waits for the telemetry thread. */
  async #handOver(): Promise<number> {
    const begun = this.#parts.steadyMs()
    await new Promise<void>((resolve) => {
      this.#parts.telemetry.append(new PulseBatch(), resolve)
    })
    return this.#since(begun)
  }

  async #online(): Promise<number> {
    const now = this.#parts.clock.now()
    let online = 0
    for await (const { pulse } of withPauses(this.#parts.devices.all()))
      if (freshnessOf(pulse, now) === 'live') online++
    return online
  }

  #since(begun: number): number {
    return Math.round((this.#parts.steadyMs() - begun) * 10) / 10
  }
}
