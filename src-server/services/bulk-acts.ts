import { JOB_THRESHOLD } from '../contract/limits.ts'
import type { BulkAnswer, BulkResult } from '../contract/paging.ts'
import type { Actor } from '../domain/access/scope.ts'
import type { WriteUnit } from '../store/store.ts'
import { audit } from './platform/audit-trail.ts'
import type { Jobs, JobTurn } from './platform/jobs.ts'

/** Rows changed in one unit of work: a bulk act must not delay the calls of EAs. */
const CHUNK = JOB_THRESHOLD
/** Row numbers that the audit log keeps of one act. */
const IDS_KEPT = 100

/**
 * Changes many rows, one chunk in a unit of work. Over 500 rows it answers with a job and goes on. If the job is
 * cancelled, what is done stays done.
 * @param doChunk changes these rows in one unit of work, and returns those that it skipped
 */
export async function actOnMany<R extends BulkResult>(
  { jobs, actor, kind }: { readonly jobs: Jobs; readonly actor: Actor; readonly kind: string },
  ids: readonly number[],
  doChunk: (ids: readonly number[]) => Promise<R>,
): Promise<R | BulkAnswer> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return { done: 0, skipped: [] }
  if (wanted.length <= CHUNK) return doChunk(wanted)
  const job = await jobs.start(actor, kind, wanted.length, (turn) => goThrough(wanted, doChunk, turn))
  return { job }
}

async function goThrough(
  ids: readonly number[],
  doChunk: (ids: readonly number[]) => Promise<BulkResult>,
  turn: JobTurn,
): Promise<void> {
  let skipped = 0
  for (let from = 0; from < ids.length && !turn.signal.aborted; from += CHUNK) {
    const part = ids.slice(from, from + CHUNK)
    skipped += (await doChunk(part)).skipped.length
    turn.report(from + part.length, skipped)
  }
}

/** A row as the audit log names it. */
export interface AuditedRow {
  readonly id: number
  readonly label: string
  readonly app: number
  readonly owner: number
  readonly before?: object | undefined
  readonly after?: object | undefined
}

/**
 * Writes one row of the audit log for each developer whose rows were changed, so that each developer sees their own.
 * A single row is named, with its change. Several rows are counted, with their first ids and `change`.
 */
export async function auditMany(
  unit: WriteUnit,
  actor: Actor,
  at: number,
  act: { readonly action: string; readonly kind: string; readonly change: object },
  rows: readonly AuditedRow[],
): Promise<void> {
  for (const [owner, own] of Map.groupBy(rows, (row) => row.owner)) {
    const [first] = own
    if (first === undefined) continue
    const apps = new Set(own.map(({ app }) => app))
    const where = { action: act.action, owner, app: apps.size === 1 ? first.app : null }
    if (own.length === 1) {
      const { id, label, before, after } = first
      await audit(unit, actor, at, { ...where, subject: { kind: act.kind, id, label }, before, after })
    } else {
      const ids = own.slice(0, IDS_KEPT).map(({ id }) => id)
      await audit(unit, actor, at, {
        ...where,
        subject: { kind: act.kind, id: '', label: `${own.length}` },
        after: { ...act.change, count: own.length, ids },
      })
    }
  }
}
