import { CONSOLE } from '../../contract/error-codes.ts'
import { JOB_THRESHOLD } from '../../contract/limits.ts'
import type { BulkResult } from '../../contract/paging.ts'
import type { RequestRecord } from '../../contract/records/request.ts'
import { scopeOf, type Actor } from '../../domain/access/scope.ts'
import type { RequestFilter } from '../../store/repositories/requests.ts'
import type { Store } from '../../store/store.ts'
import type { AgentRights } from '../agents/agent-rights.ts'
import { Refused } from '../refused.ts'
import type { RequestDecisions } from './request-decisions.ts'
import type { RequestEvidence } from './request-evidence.ts'

interface Parts {
  readonly store: Store
  readonly evidence: RequestEvidence
  readonly decisions: RequestDecisions
  readonly rights: AgentRights
}

/** The requests of a bulk act: those named, or the open ones that the list shows with a filter and a search. */
export interface RequestSelection {
  readonly ids?: readonly number[] | undefined
  readonly filter?: RequestFilter | undefined
  readonly search?: string | undefined
  /** Counts them and changes nothing. */
  readonly dryRun: boolean
}

/** Requests read in one go. */
const SLICE = 50

/** Approves many requests at once: only those of low risk without an obstacle. */
export class RequestBulk {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Approves each request that needs no closer look, each as if it were the only one.
   * @returns why each other one is skipped: what a decision would name in `fields`, `risk`, or `unknown`
   * @throws Refused 422 for too many ids
   */
  async approve(actor: Actor, selection: RequestSelection, note: string): Promise<BulkResult> {
    const ids = await this.#select(actor, selection)
    const result: BulkResult = { done: 0, skipped: [] }
    for (let from = 0; from < ids.length; from += SLICE) {
      const part = ids.slice(from, from + SLICE)
      const records = await this.#look(actor, part)
      const reasons = await Promise.all(
        part.map(async (id) => {
          const record = records.get(id)
          const reason = record === undefined ? 'unknown' : this.#hindrance(actor, record)
          if (reason !== '' || selection.dryRun) return { id, reason }
          return { id, reason: await this.#approveOne(actor, id, note) }
        }),
      )
      const skipped = reasons.filter(({ reason }) => reason !== '')
      result.done += reasons.length - skipped.length
      result.skipped.push(...skipped)
    }
    return result
  }

  #hindrance(actor: Actor, record: RequestRecord): string {
    const lacks = this.#parts.rights.lacking(actor, record.app, [record.kind]).length > 0
    return lacks ? 'right' : hindrance(record)
  }

  /** @returns empty when it is approved */
  async #approveOne(actor: Actor, id: number, note: string): Promise<string> {
    try {
      const decision = { id, decision: 'approve', note, waive: false } as const
      await this.#parts.decisions.handle(actor, decision, 'auth_request_bulk')
      return ''
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return Object.keys(error.fields ?? {})[0] ?? 'unknown'
    }
  }

  async #look(actor: Actor, ids: readonly number[]): Promise<Map<number, RequestRecord>> {
    const { store, evidence } = this.#parts
    const rows = await store.read((unit) =>
      Array.fromAsync(ids, (id) => unit.requests.findInScope(scopeOf(actor), id)),
    )
    const records = await evidence.of(
      actor,
      rows.filter((row) => row !== undefined),
    )
    return new Map(records.map((record) => [record.id, record]))
  }

  async #select(actor: Actor, { ids, filter = {}, search }: RequestSelection): Promise<readonly number[]> {
    if (ids === undefined)
      return this.#parts.store.read((unit) =>
        unit.requests.openIds(scopeOf(actor), filter, search, JOB_THRESHOLD),
      )
    const wanted = [...new Set(ids)]
    if (wanted.length > JOB_THRESHOLD)
      throw new Refused(CONSOLE.invalid, 'Too many at once', { ids: `at most ${JOB_THRESHOLD}` })
    return wanted
  }
}

/** Why the request needs a closer look; empty for no reason. */
function hindrance({ state, kind, code, policy, old_account, new_account, risk }: RequestRecord): string {
  if (state !== 'pending') return 'state'
  if (kind === 'unbind' ? code === null || policy === null : old_account?.id === null) return 'subject'
  if (new_account !== null && new_account.state !== null) return 'new_key'
  if (policy !== null && policy.outcome !== 'unbound') return 'policy'
  return risk.level === 'low' ? '' : 'risk'
}
