import { JOB_THRESHOLD } from '../contract/limits.ts'
import type { BulkResult } from '../contract/paging.ts'
import type { Actor } from '../domain/access/scope.ts'
import type { CommandLifecycle } from '../telemetry/command-lifecycle.ts'
import type { LiveDevice } from '../telemetry/live-device.ts'
import type { Devices } from './devices.ts'
import type { Jobs, JobTurn } from './jobs.ts'

export interface Controls {
  readonly pauseOpen?: boolean | undefined
  readonly pauseAdd?: boolean | undefined
  /** true asks the account to close everything, false takes a command back that isn't delivered. */
  readonly closeAll?: boolean | undefined
  readonly reason: string
}

/** Units of work under way at a time: they share commits. */
const AT_ONCE = 100

/** The remote switches (specification, Remote controls). What is said done is on disk. */
export class DeviceControls {
  readonly #devices: Devices
  readonly #commands: CommandLifecycle
  readonly #jobs: Jobs

  constructor(parts: { devices: Devices; commands: CommandLifecycle; jobs: Jobs }) {
    this.#devices = parts.devices
    this.#commands = parts.commands
    this.#jobs = parts.jobs
  }

  /** Over 500 accounts it answers with a job and goes on. */
  async set(actor: Actor, ids: readonly number[], controls: Controls): Promise<BulkResult | { job: string }> {
    const wanted = [...new Set(ids)]
    if (wanted.length <= JOB_THRESHOLD) return this.#setAll(actor, wanted, controls)
    const job = this.#jobs.start(actor, 'device_control', wanted.length, async (turn) => {
      await this.#setAll(actor, wanted, controls, turn)
    })
    return { job }
  }

  async #setAll(
    actor: Actor,
    ids: readonly number[],
    controls: Controls,
    turn?: JobTurn,
  ): Promise<BulkResult> {
    const result: BulkResult = { done: 0, skipped: [] }
    for (let from = 0; from < ids.length && turn?.signal.aborted !== true; from += AT_ONCE) {
      const part = ids.slice(from, from + AT_ONCE)
      const reasons = await Promise.all(part.map((id) => this.#setOne(actor, id, controls)))
      reasons.forEach((reason, i) => {
        const id = part[i]
        if (reason === undefined) result.done++
        else if (id !== undefined) result.skipped.push({ id, reason })
      })
      turn?.report(Math.min(from + AT_ONCE, ids.length), result.skipped.length)
    }
    return result
  }

  /** @returns why not, or undefined when it is done. */
  async #setOne(actor: Actor, id: number, controls: Controls): Promise<string | undefined> {
    const live = this.#devices.find(actor, id)
    if (live === undefined) return 'unknown'
    const { pauseOpen, pauseAdd } = controls
    if (pauseOpen !== undefined || pauseAdd !== undefined) {
      const change = {
        ...(pauseOpen === undefined ? {} : { pauseOpen }),
        ...(pauseAdd === undefined ? {} : { pauseAdd }),
      }
      await this.#devices.change(actor, live, change, 'device_control')
    }
    return this.#setCloseAll(actor, live, controls)
  }

  async #setCloseAll(
    actor: Actor,
    live: LiveDevice,
    { closeAll, reason }: Controls,
  ): Promise<string | undefined> {
    if (closeAll === undefined) return undefined
    if (closeAll) return (await this.#commands.ask(live, actor, reason)) ? undefined : 'already asked'
    return (await this.#commands.withdraw(live, actor)) ? undefined : 'nothing to take back'
  }
}
