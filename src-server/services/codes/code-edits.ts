import { JOB_THRESHOLD } from '../../contract/limits.ts'
import type { BulkAnswer } from '../../contract/paging.ts'
import type { RecordChanges } from '../../contract/records/code.ts'
import type { Clock } from '../../contract/ports.ts'
import type { CustomValues } from '../../contract/subjects/custom-values.ts'
import { scopeOf, type Actor } from '../../domain/access/scope.ts'
import type { Code } from '../../domain/code/code.ts'
import type { CodeEdit } from '../../domain/code/edit.ts'
import { decideSeats, type SeatsDecision } from '../../domain/code/seat-edit.ts'
import type { CodeSeat } from '../../domain/code/seats.ts'
import { slicesOf, TOGETHER } from '../../store/slices-of.ts'
import type { Store, Unit, WriteUnit } from '../../store/store.ts'
import type { CodeJournal } from '../../telemetry/code-journal.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import { requireValueChange } from '../custom-fields/field-values.ts'
import { auditBulk, auditEnd, type EditedCodes } from './code-edit-audit.ts'
import { codesEdited, type EditedCode } from './code-happenings.ts'
import type { CodeRecords, EditOfCode } from './code-records.ts'
import { CHUNK, walkCodes, type CodeTarget } from './code-walk.ts'
import { changeCodes, type DecidedEdit } from './change-codes.ts'
import { editRounds } from './edit-rounds.ts'
import { seatsOf, type UsedSeats } from './seat-edits.ts'
import type { Jobs, JobTurn } from '../platform/jobs.ts'
import { roomFor } from '../people/plan-limits.ts'
import { putToWork, requireAgent } from '../agents/require-agent.ts'
import { withPauses } from '../with-pauses.ts'

interface Parts {
  readonly store: Store
  readonly registry: ApplicationRegistry
  readonly records: CodeRecords
  readonly journal: CodeJournal
  readonly jobs: Jobs
  readonly clock: Clock
}

/** The edit, under the action's name. */
export interface EditOrder {
  readonly action: string
  readonly target: CodeTarget
  readonly edit: CodeEdit
  /** Counts the codes, and changes nothing. */
  readonly dryRun: boolean
}

/** An edit as the caller wrote it: nobody has looked the agent and the fields up yet. */
export type WantedEdit =
  | Exclude<CodeEdit, { readonly kind: 'attribute' | 'fields' }>
  | { readonly kind: 'attribute'; readonly agentId: number | null }
  | { readonly kind: 'fields'; readonly values: CustomValues }

/** `ids` are the codes that were changed; a job has none. */
export type EditAnswer = BulkAnswer & { readonly ids?: number[]; readonly records?: RecordChanges }

interface Outcome {
  readonly changed: number[]
  readonly skipped: { id: number; reason: string }[]
}

/** An answer names at most so many skipped codes. */
const MOST_NAMED = 10_000

/**
 * Edits of codes by the operators who sell them: one code or a hundred thousand (docs/console-api.md, code_update and
 * similar actions).
 */
export class CodeEdits {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Finds the codes that the edit changes, then changes just these, 500 in a unit of work. Each code is decided again
   * in its unit of work, so a login that came in between is respected.
   * @throws Refused 422 for an agent that doesn't work for the actor
   */
  async run(
    actor: Actor,
    wanted: Omit<EditOrder, 'edit'> & { readonly edit: WantedEdit },
  ): Promise<EditAnswer> {
    const { store, jobs } = this.#parts
    const edit = await store.read((unit) => lookedUp(unit, actor, wanted.edit))
    const order: EditOrder = { ...wanted, edit }
    const { action } = order
    const { plan, skipped, records } = await this.#look(actor, order)
    const count = plan.ids.length
    if (order.dryRun) return { done: count, skipped, records }
    if (count === 0) return { done: 0, skipped, ids: [] }
    if (count > JOB_THRESHOLD) {
      const job = await jobs.start(actor, action, count, async (turn) => {
        await this.#change(actor, order, plan, turn)
      })
      return { job }
    }
    const { changed, skipped: left } = await this.#change(actor, order, plan)
    return { done: changed.length, skipped: [...skipped, ...left], ids: changed }
  }

  async #look(
    actor: Actor,
    { target, edit, dryRun }: EditOrder,
  ): Promise<{ plan: EditedCodes; skipped: Outcome['skipped']; records: RecordChanges }> {
    const { store, clock } = this.#parts
    const now = clock.now()
    const records = this.#parts.records.preview(now)
    const plan: EditedCodes = { ids: [], byApp: new Map() }
    const skipped: Outcome['skipped'] = []
    const missing = new Set(target.ids)
    for await (const slice of walkCodes(store, actor, target, now)) {
      const edited: EditOfCode[] = []
      const seats = await store.read((unit) => seatsOf(unit, slice))
      for (const code of slice) {
        missing.delete(code.id)
        const decision = this.#decide(code, seats.get(code.id) ?? [], edit, now)
        if (decision.outcome === 'changed') {
          note(plan, code)
          const { change } = decision
          if (dryRun)
            edited.push({ code, edit, change }, ...decision.seats.map((seat) => ({ ...seat, edit })))
        } else if (skipped.length < MOST_NAMED) skipped.push({ id: code.id, reason: decision.outcome })
      }
      if (edited.length > 0) await records.addAll(store, edited)
    }
    for (const id of missing) if (skipped.length < MOST_NAMED) skipped.push({ id, reason: 'unknown' })
    return { plan, skipped, records: records.result() }
  }

  #decide(code: Code, seats: readonly CodeSeat[], edit: CodeEdit, now: number): SeatsDecision {
    const { registry } = this.#parts
    if (edit.kind === 'fields' && registry.ownerOf(code.appId) !== edit.ownerId)
      return { outcome: 'no_field' }
    if (edit.kind === 'seats' && edit.seats > 1 && !allowsSeats(registry, code.appId))
      return { outcome: 'one_account' }
    return decideSeats(code, seats, edit, now)
  }

  async #change(actor: Actor, order: EditOrder, plan: EditedCodes, turn?: JobTurn): Promise<Outcome> {
    const { store, registry, clock } = this.#parts
    const count = plan.ids.length
    const all: Outcome = { changed: [], skipped: [] }
    for (let from = 0; from < count && turn?.signal.aborted !== true; from += CHUNK) {
      const chunk = plan.ids.slice(from, from + CHUNK)
      const { changed, skipped } = await store.write(
        async (unit) => {
          const outcome = await this.#changeChunk(unit, actor, order, chunk, count === 1)
          if (from === 0 && count > 1) await auditBulk(unit, actor, clock.now(), registry, order, plan)
          return outcome
        },
        { durable: true },
      )
      all.changed.push(...changed)
      all.skipped.push(...skipped)
      turn?.report(Math.min(from + CHUNK, count), all.skipped.length)
    }
    if (count > 1 && all.changed.length !== count) {
      const end = { done: all.changed.length, of: count, cancelled: turn?.signal.aborted === true }
      await store.write((unit) => auditEnd(unit, actor, clock.now(), registry, order, plan, end), {
        durable: true,
      })
    }
    return all
  }

  async #changeChunk(
    unit: WriteUnit,
    actor: Actor,
    order: EditOrder,
    ids: readonly number[],
    isOnly: boolean,
  ): Promise<Outcome> {
    const now = this.#parts.clock.now()
    await unit.codes.hold(ids)
    const codes = await unit.codes.byIds(scopeOf(actor), ids)
    await this.#putToWork(unit, order.edit, codes, now)
    const hasRoom = order.edit.kind === 'restore' ? await this.#roomFor(unit, codes) : () => true
    const fitting = codes.filter(hasRoom)
    const reasons = new Map(ids.map((id) => [id, 'unknown']))
    for (const { id } of codes) reasons.set(id, 'plan')
    const edited: EditedCode[] = []
    const seats = await seatsOf(unit, fitting)
    const [first = [], ...later] = editRounds(fitting, seats)
    const change = async (part: readonly Code[], used: UsedSeats) => {
      const decided = this.#decideAll(order.edit, part, used, reasons, now)
      edited.push(...(await changeCodes(unit, this.#parts, { ...order, actor, now, isOnly }, decided)))
    }
    for await (const part of withPauses(slicesOf(first, TOGETHER))) await change(part, seats)
    // An edit of another code of the same account may have changed these codes.
    for await (const part of withPauses(later.flatMap((round) => slicesOf(round, TOGETHER)))) {
      const again = await unit.codes.byIds(
        scopeOf(actor),
        part.map(({ id }) => id),
      )
      await change(again, await seatsOf(unit, again))
    }
    edited.sort((a, b) => a.code.id - b.code.id)
    await codesEdited(unit, order.edit, { by: actor.name, at: now }, edited)
    const changed = edited.map(({ code: { id } }) => id)
    for (const id of changed) reasons.delete(id)
    return { changed, skipped: [...reasons].map(([id, reason]) => ({ id, reason })) }
  }

  /** @param reasons gets why a code is skipped */
  #decideAll(
    edit: CodeEdit,
    codes: readonly Code[],
    seats: UsedSeats,
    reasons: Map<number, string>,
    now: number,
  ): DecidedEdit[] {
    return codes.flatMap((code) => {
      const used = seats.get(code.id) ?? []
      const decision = this.#decide(code, used, edit, now)
      if (decision.outcome === 'changed') return [{ code, decision, used }]
      reasons.set(code.id, decision.outcome)
      return []
    })
  }

  async #putToWork(unit: WriteUnit, edit: CodeEdit, codes: readonly Code[], now: number): Promise<void> {
    if (edit.kind !== 'attribute') return
    const owners = codes.map(({ appId }) => this.#parts.registry.ownerOf(appId))
    await putToWork(unit, edit.agentId, owners, now)
  }

  /** Restored codes count against the plan of the application's owner: checks that there is room for one more. */
  async #roomFor(unit: WriteUnit, codes: readonly Code[]): Promise<(code: Code) => boolean> {
    const { registry } = this.#parts
    const room = new Map<number, number>()
    for (const { appId } of codes) {
      const owner = registry.ownerOf(appId)
      if (!room.has(owner)) room.set(owner, await roomFor(unit, owner, 'codes'))
    }
    return ({ appId }) => {
      const owner = registry.ownerOf(appId)
      const rest = room.get(owner) ?? 0
      room.set(owner, rest - 1)
      return rest > 0
    }
  }
}

async function lookedUp(unit: Unit, actor: Actor, edit: WantedEdit): Promise<CodeEdit> {
  if (edit.kind === 'attribute')
    return { kind: 'attribute', agentId: await requireAgent(unit, actor, edit.agentId) }
  if (edit.kind === 'fields')
    return { kind: 'fields', ...(await requireValueChange(unit, actor, 'codes', edit.values)) }
  return edit
}

function allowsSeats(registry: ApplicationRegistry, app: number): boolean {
  return registry.find(app)?.settings.severalAccounts === true
}

function note(plan: EditedCodes, { id, appId }: Code): void {
  plan.ids.push(id)
  const inApp = plan.byApp.get(appId)
  if (inApp === undefined) plan.byApp.set(appId, { count: 1, ids: [id] })
  else {
    inApp.count++
    if (inApp.ids.length < 100) inApp.ids.push(id)
  }
}
