import { CONSOLE } from '../../contract/error-codes.ts'
import type { BulkAnswer, BulkResult } from '../../contract/paging.ts'
import type { Clock } from '../../contract/ports.ts'
import type { AgentRight } from '../../contract/sales-names.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { DeviceChange } from '../../domain/device/device.ts'
import type { Store, WriteUnit } from '../../store/store.ts'
import type { CommandLifecycle } from '../../telemetry/command-lifecycle.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import type { LiveDevice } from '../../telemetry/live-device.ts'
import type { AgentRights } from '../agents/agent-rights.ts'
import { actOnMany } from '../bulk-acts.ts'
import { auditCommands } from './command-audit.ts'
import { changeAccounts } from './change-accounts.ts'
import type { Devices } from './devices.ts'
import type { Jobs } from '../platform/jobs.ts'
import { breathe } from '../codes/code-walk.ts'
import { Refused } from '../refused.ts'

interface Parts {
  readonly store: Store
  readonly registry: DeviceRegistry
  readonly devices: Devices
  readonly commands: CommandLifecycle
  readonly rights: AgentRights
  readonly jobs: Jobs
  readonly clock: Clock
}

export interface Controls {
  readonly pauseOpen?: boolean | undefined
  readonly pauseAdd?: boolean | undefined
  /** true asks the account to close everything, false takes back a command that is not delivered yet. */
  readonly closeAll?: boolean | undefined
  readonly reason: string
}

const ACTION = 'device_control'

/** The remote switches (the specification, Remote controls). An answer is sent after the change is on disk. */
export class DeviceControls {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Over 500 accounts it answers with a job and goes on. Accounts of one unit of work are controlled together.
   * @throws Refused 403 with `fields.right`, the rights that an agent lacks, where the agent has them for none of
   *   these accounts
   */
  async set(actor: Actor, ids: readonly number[], controls: Controls): Promise<BulkAnswer> {
    const wanted = [...new Set(ids)]
    this.#requireSomeRight(actor, wanted, controls)
    return actOnMany({ jobs: this.#parts.jobs, actor, kind: ACTION }, wanted, (some) =>
      this.#setChunk(actor, some, controls),
    )
  }

  #requireSomeRight(actor: Actor, ids: readonly number[], controls: Controls): void {
    if (actor.role !== 'agent') return
    const seen = ids.flatMap((id) => this.#parts.devices.find(actor, id) ?? [])
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
    return this.#parts.rights.lacking(actor, device.appId, wanted)
  }

  #setChunk(actor: Actor, ids: readonly number[], controls: Controls): Promise<BulkResult> {
    const { store, registry, clock } = this.#parts
    return store.write(
      async (unit) => {
        const seen = new Map<number, LiveDevice>()
        const reasons = new Map<number, string>()
        for (const id of ids) {
          const live = this.#parts.devices.find(actor, id)
          if (live === undefined) reasons.set(id, 'unknown')
          else if (this.#lacking(actor, live, controls).length > 0) reasons.set(id, 'right')
          else seen.set(id, live)
        }
        // An account that was deleted meanwhile is skipped, and the others are still controlled.
        const devices = await unit.devices.ofIds([...seen.keys()])
        const existing = new Set(devices.map(({ id }) => id))
        const lives = [...seen.values()].filter(({ device: { id } }) => existing.has(id))
        for (const id of seen.keys()) if (!existing.has(id)) reasons.set(id, 'unknown')
        const switches = switchesIn(controls)
        if (switches !== undefined)
          await changeAccounts(unit, { actor, action: ACTION, at: clock.now(), registry }, devices, switches)
        for (const { device } of await this.#setCloseAll(unit, actor, lives, controls))
          reasons.set(device.id, controls.closeAll === true ? 'already asked' : 'nothing to take back')
        const skipped = ids.flatMap((id) => {
          const reason = reasons.get(id)
          return reason === undefined ? [] : [{ id, reason }]
        })
        return { done: ids.length - skipped.length, skipped }
      },
      { durable: true },
    )
  }

  /** @returns the accounts whose command stays as it is */
  async #setCloseAll(
    unit: WriteUnit,
    actor: Actor,
    lives: readonly LiveDevice[],
    { closeAll, reason }: Controls,
  ): Promise<LiveDevice[]> {
    if (closeAll === undefined) return []
    const { commands } = this.#parts
    const changed = closeAll
      ? await commands.askIn(unit, lives, { askedBy: actor.name, reason, turn: breathe })
      : await commands.withdrawIn(unit, lives)
    await auditCommands(unit, changed, actor)
    const done = new Set(changed.map(({ live }) => live))
    return lives.filter((live) => !done.has(live))
  }
}

function switchesIn({ pauseOpen, pauseAdd }: Controls): DeviceChange | undefined {
  if (pauseOpen === undefined && pauseAdd === undefined) return undefined
  return { ...(pauseOpen !== undefined && { pauseOpen }), ...(pauseAdd !== undefined && { pauseAdd }) }
}
