import { CONSOLE } from '../../contract/error-codes.ts'
import { JOB_THRESHOLD } from '../../contract/limits.ts'
import type { BulkResult } from '../../contract/paging.ts'
import type { AgentRight } from '../../contract/sales-names.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { CommandLifecycle } from '../../telemetry/command-lifecycle.ts'
import type { LiveDevice } from '../../telemetry/live-device.ts'
import type { AgentRights } from '../agents/agent-rights.ts'
import type { Devices } from './devices.ts'
import type { Jobs, JobTurn } from '../platform/jobs.ts'
import { Refused } from '../refused.ts'

export interface Controls {
  readonly pauseOpen?: boolean | undefined
  readonly pauseAdd?: boolean | undefined
  /** true asks the account to close everything, false takes back a command that is not delivered yet. */
  readonly closeAll?: boolean | undefined
  readonly reason: string
}

/** Why an account was skipped. */
const ASKED = { asked: undefined, already: 'already asked', gone: 'unknown' } as const
/** Units of work under way at a time: they share commits. */
const AT_ONCE = 100

/** The remote switches (the specification, Remote controls). An answer is sent after the change is on disk. */
export class DeviceControls {
  readonly #devices: Devices
  readonly #commands: CommandLifecycle
  readonly #rights: AgentRights
  readonly #jobs: Jobs

  constructor(parts: { devices: Devices; commands: CommandLifecycle; rights: AgentRights; jobs: Jobs }) {
    this.#devices = parts.devices
    this.#commands = parts.commands
    this.#rights = parts.rights
    this.#jobs = parts.jobs
  }

  /**
   * Over 500 accounts it answers with a job and goes on.
   * @throws Refused 403 with `fields.right`, the rights that an agent lacks, where the agent has them for none of
   *   these accounts
   */
  async set(actor: Actor, ids: readonly number[], controls: Controls): Promise<BulkResult | { job: string }> {
    const wanted = [...new Set(ids)]
    this.#requireSomeRight(actor, wanted, controls)
    if (wanted.length <= JOB_THRESHOLD) return this.#setAll(actor, wanted, controls)
    const job = await this.#jobs.start(actor, 'device_control', wanted.length, async (turn) => {
      await this.#setAll(actor, wanted, controls, turn)
    })
    return { job }
  }

  #requireSomeRight(actor: Actor, ids: readonly number[], controls: Controls): void {
    if (actor.role !== 'agent') return
    const seen = ids.flatMap((id) => this.#devices.find(actor, id) ?? [])
    const lacking = seen.map((live) => this.#lacking(actor, live, controls))
    if (lacking.length === 0 || lacking.some((rights) => rights.length === 0)) return
    throw new Refused(CONSOLE.forbidden, 'This agent may not do that', {
      right: [...new Set(lacking.flat())].join(', '),
    })
  }

  #lacking(actor: Actor, { device }: LiveDevice, controls: Controls): AgentRight[] {
    const wanted = [
      ...(controls.pauseOpen === undefined ? [] : (['pause_open'] as const)),
      ...(controls.pauseAdd === undefined ? [] : (['pause_add'] as const)),
      ...(controls.closeAll === undefined ? [] : (['close_all'] as const)),
    ]
    return this.#rights.lacking(actor, device.appId, wanted)
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

  /** @returns why the account was skipped, or undefined when it is done */
  async #setOne(actor: Actor, id: number, controls: Controls): Promise<string | undefined> {
    const live = this.#devices.find(actor, id)
    if (live === undefined) return 'unknown'
    if (this.#lacking(actor, live, controls).length > 0) return 'right'
    const { pauseOpen, pauseAdd } = controls
    if (pauseOpen !== undefined || pauseAdd !== undefined) {
      const change = {
        ...(pauseOpen === undefined ? {} : { pauseOpen }),
        ...(pauseAdd === undefined ? {} : { pauseAdd }),
      }
      try {
        await this.#devices.change(actor, live, change, 'device_control')
      } catch (error) {
        // The account was deleted meanwhile: the other accounts of the list are still controlled.
        if (error instanceof Refused && error.code === CONSOLE.notFound) return 'unknown'
        throw error
      }
    }
    return this.#setCloseAll(actor, live, controls)
  }

  async #setCloseAll(
    actor: Actor,
    live: LiveDevice,
    { closeAll, reason }: Controls,
  ): Promise<string | undefined> {
    if (closeAll === undefined) return undefined
    if (closeAll) return ASKED[await this.#commands.ask(live, actor, reason)]
    return (await this.#commands.withdraw(live, actor)) ? undefined : 'nothing to take back'
  }
}
