import { CONSOLE } from '../../contract/error-codes.ts'
import { JOB_THRESHOLD } from '../../contract/limits.ts'
import type { BulkAnswer } from '../../contract/paging.ts'
import type { Clock } from '../../contract/ports.ts'
import type { KnownRecord } from '../../domain/access/known.ts'
import type { Operator } from '../../domain/access/operator.ts'
import { scopeOf, type Actor } from '../../domain/access/scope.ts'
import type { CustomerCount, CustomerMove } from '../../store/repositories/agents.ts'
import type { Store, Unit, WriteUnit } from '../../store/store.ts'
import type { CodeJournal } from '../../telemetry/code-journal.ts'
import type { LiveStream } from '../../telemetry/live-stream.ts'
import { audit } from '../platform/audit-trail.ts'
import type { Jobs, JobTurn } from '../platform/jobs.ts'
import { Refused } from '../refused.ts'
import { findWorker, putToWork } from './require-agent.ts'

interface Parts {
  readonly store: Store
  readonly journal: CodeJournal
  readonly stream: LiveStream
  readonly jobs: Jobs
  readonly clock: Clock
}

export interface MoveOrder {
  readonly from: number
  readonly to: number | null
  /** Counts, and changes nothing. */
  readonly dryRun: boolean
}

export type Moved = BulkAnswer & { readonly codes: number; readonly devices: number }

/** A prepared move: between which agents, and how many rows it has. */
interface Plan {
  readonly move: CustomerMove
  readonly from: KnownRecord<'agent', Operator>
  readonly to: KnownRecord<'agent', Operator> | undefined
  readonly byOwner: readonly CustomerCount[]
  readonly codes: number
  readonly devices: number
}

const ACTION = 'agent_move_customers'
/** Rows of one unit of work: a move must not delay the calls of EAs. */
const CHUNK = JOB_THRESHOLD
/** The live stream announces so many open requests to the new agent at once; a list that is opened shows all. */
const MOST_ANNOUNCED = 100

/** Moves an agent's customers to another agent, or to no agent. */
export class AgentMoves {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Moves up to 500 codes and trading accounts in one unit of work. A job moves more, 500 at a time. A second call
   * moves what a cancelled job left.
   * @throws Refused 404 for an agent who doesn't work for the actor; 422 with `fields.to`: `same`, `unknown`,
   *   `banned`
   */
  async move(actor: Actor, order: MoveOrder): Promise<Moved> {
    const { store, jobs } = this.#parts
    const plan = await store.read((unit) => look(unit, actor, order))
    const { codes, devices } = plan
    const count = codes + devices
    if (order.dryRun || count === 0) return { done: order.dryRun ? count : 0, skipped: [], codes, devices }
    if (count <= JOB_THRESHOLD) {
      const moved = await store.write((unit) => this.#moveAll(unit, actor, order), { durable: true })
      return { done: moved.codes + moved.devices, skipped: [], ...moved }
    }
    const job = await jobs.start(actor, ACTION, count, (turn) => this.#goThrough(actor, plan, turn))
    return { job, codes, devices }
  }

  async #moveAll(unit: WriteUnit, actor: Actor, order: MoveOrder) {
    const plan = await look(unit, actor, order)
    await this.#begin(unit, actor, plan)
    const codes = await this.#moveCodes(unit, actor, plan.move, 0, plan.codes)
    const devices = await this.#moveDevices(unit, plan.move, plan.devices)
    return { codes: codes.length, devices }
  }

  /** Codes before accounts: a code that activates an account meanwhile gives it the new agent. */
  async #goThrough(actor: Actor, plan: Plan, turn: JobTurn): Promise<void> {
    const { store } = this.#parts
    const { move } = plan
    const of = plan.codes + plan.devices
    const durable = { durable: true }
    let done = 0
    await store.write((unit) => this.#begin(unit, actor, plan), durable)
    for (let after: number | undefined = 0; after !== undefined && !turn.signal.aborted;) {
      const from: number = after
      const ids = await store.write((unit) => this.#moveCodes(unit, actor, move, from, CHUNK), durable)
      done += ids.length
      turn.report(Math.min(done, of))
      after = ids.length < CHUNK ? undefined : ids.at(-1)
    }
    for (let moved = CHUNK; moved === CHUNK && !turn.signal.aborted;) {
      moved = await store.write((unit) => this.#moveDevices(unit, move, CHUNK), durable)
      done += moved
      turn.report(Math.min(done, of))
    }
    if (done < of) await this.#noteEnd(actor, plan, { done, of, cancelled: turn.signal.aborted })
  }

  /** Records the move for each developer whose customers moved. */
  async #begin(unit: WriteUnit, actor: Actor, { move, from, to, byOwner }: Plan): Promise<void> {
    const owners = byOwner.map(({ ownerId }) => ownerId)
    await putToWork(unit, move.to, owners, this.#parts.clock.now())
    for (const { ownerId, codes, devices } of byOwner) {
      await audit(unit, actor, this.#parts.clock.now(), {
        action: ACTION,
        subject: { kind: 'operator', id: from.id, label: from.name },
        owner: ownerId,
        after: { to: move.to, toName: to?.name ?? '', codes, devices },
      })
    }
    await this.#tellRequests(unit, move)
  }

  async #noteEnd(actor: Actor, { move, from }: Plan, end: object): Promise<void> {
    const { store, clock } = this.#parts
    await store.write(
      (unit) =>
        audit(unit, actor, clock.now(), {
          action: ACTION,
          subject: { kind: 'operator', id: from.id, label: from.name },
          owner: move.ownerId,
          after: { to: move.to, ...end },
        }),
      { durable: true },
    )
  }

  async #moveCodes(
    unit: WriteUnit,
    actor: Actor,
    move: CustomerMove,
    after: number,
    limit: number,
  ): Promise<number[]> {
    const { journal, clock } = this.#parts
    const ids = await unit.agents.moveCodes(move, after, limit)
    const at = clock.now()
    const detail = move.to === null ? '' : String(move.to)
    unit.afterCommit(() => {
      for (const codeId of ids)
        journal.add({ codeId, at, kind: 'attribute', markcode: '', ip: '', by: actor.name, detail })
    })
    return ids
  }

  async #moveDevices(unit: WriteUnit, move: CustomerMove, limit: number): Promise<number> {
    const moved = await unit.agents.moveDevices(move, limit)
    for (const device of moved) unit.changed('device', device.id, device)
    return moved.length
  }

  /** Open requests move with their subjects: the lists of both agents read them again. */
  async #tellRequests(unit: WriteUnit, { from, to, ownerId }: CustomerMove): Promise<void> {
    const ids = await unit.requests.openIds(
      { kind: 'attributedTo', operatorId: from },
      {},
      undefined,
      MOST_ANNOUNCED,
    )
    unit.afterCommit(() => {
      for (const id of ids)
        for (const agentId of [from, to])
          this.#parts.stream.request({ ownerId: ownerId ?? 0, agentId }, { id, state: 'pending', by: '' })
    })
  }
}

/** @throws Refused as `move` */
async function look(unit: Unit, actor: Actor, { from: fromId, to: toId }: MoveOrder): Promise<Plan> {
  const ownerId = scopeOf(actor).kind === 'everything' ? null : actor.operatorId
  const from = await findWorker(unit, actor, fromId)
  if (from === undefined) throw new Refused(CONSOLE.notFound, 'There is no such agent')
  const to = toId === null ? undefined : await findWorker(unit, actor, toId)
  if (toId === fromId) throw refusal('same')
  if (toId !== null && to === undefined) throw refusal('unknown')
  if (to?.banned === true) throw refusal('banned')
  const byOwner = await unit.agents.customersOf(fromId, ownerId)
  return {
    move: { from: from.id, to: to?.id ?? null, ownerId },
    from,
    to,
    byOwner,
    codes: byOwner.reduce((sum, { codes }) => sum + codes, 0),
    devices: byOwner.reduce((sum, { devices }) => sum + devices, 0),
  }
}

function refusal(to: 'same' | 'unknown' | 'banned'): Refused {
  return new Refused(CONSOLE.invalid, 'Customers can’t go to this agent', { to })
}
