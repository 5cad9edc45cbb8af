import { setImmediate } from 'node:timers/promises'
import { CONSOLE } from '../../contract/error-codes.ts'
import { EXPORT_ROWS } from '../../contract/limits.ts'
import type { ListQuery, Page } from '../../contract/paging.ts'
import type { Clock } from '../../contract/ports.ts'
import { StorageFailure } from '../../contract/storage-failure.ts'
import type { AuditRecord, VerificationRecord } from '../../contract/records/audit.ts'
import type { ExportFormat, ExportPiece } from '../../contract/records/export.ts'
import { onWire } from '../../contract/spelling.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { AuditRow } from '../../domain/audit/entry.ts'
import { breakAtEnd, CHAIN_START, followChain, type ChainPlace } from '../../domain/audit/verify.ts'
import { isoTime, writePiece, type ExportColumn } from '../../domain/export/file-piece.ts'
import type { AuditFilter } from '../../store/repositories/audit.ts'
import type { Store } from '../../store/store.ts'
import type { Jobs, JobTurn } from './jobs.ts'
import { Refused } from '../refused.ts'

interface Parts {
  readonly store: Store
  readonly jobs: Jobs
  readonly clock: Clock
}

/** Rows checked before other calls are served: some milliseconds. */
const SLICE = 500
/** A longer chain is checked as a job. */
const CHECKED_AT_ONCE = 5000
const JOB = 'audit_verify'
const LAST_KEY = 'audit_verified'

/** The audit log: list, export, and the check of its chain. */
export class AuditLog {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async list(actor: Actor, filter: AuditFilter, query: ListQuery<'id'>): Promise<Page<AuditRecord>> {
    const page = await this.#parts.store.read((unit) => unit.audit.list(actor, filter, query))
    return { ...page, rows: page.rows.map(auditRecord) }
  }

  /** @throws Refused 404 */
  async get(actor: Actor, id: number): Promise<AuditRecord> {
    const row = await this.#parts.store.read((unit) => unit.audit.find(actor, id))
    if (row === undefined) throw new Refused(CONSOLE.notFound, 'There is no such row')
    return auditRecord(row)
  }

  /** The next piece of a file of all matching rows, the oldest first. */
  async export(
    actor: Actor,
    format: ExportFormat,
    filter: AuditFilter,
    { search, after = 0 }: { readonly search?: string | undefined; readonly after?: number | undefined },
  ): Promise<ExportPiece> {
    const rows = await this.#parts.store.read((unit) =>
      unit.audit.matching(actor, filter, { search, after, limit: EXPORT_ROWS }),
    )
    const last = rows.length < EXPORT_ROWS
    return {
      text: writePiece(format, COLUMNS, rows, { first: after === 0, last }),
      rows: rows.length,
      next: last ? null : (rows.at(-1)?.id ?? null),
    }
  }

  /** The last check at any copy. */
  async lastVerification(): Promise<VerificationRecord | null> {
    const stored = await this.#parts.store.read((unit) => unit.meta.find(LAST_KEY))
    return stored === undefined ? null : (JSON.parse(stored) as VerificationRecord)
  }

  /** Checks the whole chain, at once or as a job; one check at a time. */
  async verify(actor: Actor): Promise<{ verification: VerificationRecord | null; job?: string }> {
    const { store, jobs } = this.#parts
    const running = await jobs.running(JOB)
    if (running !== undefined) return { verification: null, job: running }
    const total = (await store.read((unit) => unit.audit.head()))?.id ?? 0
    if (total <= CHECKED_AT_ONCE) return { verification: (await this.#check(actor)) ?? null }
    const job = await jobs.start(actor, JOB, total, async (turn) => {
      await this.#check(actor, turn)
    })
    return { verification: null, job }
  }

  /** @returns undefined when it was cancelled before its end */
  async #check(actor: Actor, turn?: JobTurn): Promise<VerificationRecord | undefined> {
    const { store, clock } = this.#parts
    let place: ChainPlace = CHAIN_START
    for (;;) {
      // Reads both in one go: a row that is written in between would look missing or added.
      const [rows, head] = await store.read(
        async ({ audit }) => [await audit.after(place.id, SLICE), await audit.head()] as const,
      )
      const followed = followChain(place, rows)
      place = followed.place
      const broken = followed.broken ?? (rows.length < SLICE ? breakAtEnd(place, head) : undefined)
      if (broken !== undefined || rows.length < SLICE) {
        const last: VerificationRecord = {
          ok: broken === undefined,
          rows: place.rows,
          broken_at: broken?.brokenAt ?? null,
          reason: broken?.reason ?? null,
          head: place.hash,
          at: clock.now(),
          by: actor.name,
        }
        await this.#keep(last)
        return last
      }
      turn?.report(place.id)
      if (turn?.signal.aborted === true) return undefined
      await setImmediate()
    }
  }

  /** The result of a check counts where nothing can be stored, too. */
  async #keep(last: VerificationRecord): Promise<void> {
    try {
      await this.#parts.store.write((unit) => unit.meta.set(LAST_KEY, JSON.stringify(last)), {
        durable: false,
      })
    } catch (error) {
      if (!(error instanceof StorageFailure)) throw error
    }
  }
}

const COLUMNS: readonly ExportColumn<AuditRow>[] = [
  ['id', (row) => row.id],
  ['time', (row) => isoTime(row.at)],
  ['person', (row) => row.personName],
  ['role', (row) => row.role],
  ['ip', (row) => row.ip],
  ['action', (row) => row.action],
  ['subject_kind', (row) => row.subjectKind],
  ['subject_id', (row) => row.subjectId],
  ['subject', (row) => row.subjectLabel],
  ['application', (row) => row.appId],
  ['before', (row) => row.before],
  ['after', (row) => row.after],
  ['hash', (row) => row.hash],
]

function auditRecord(row: AuditRow): AuditRecord {
  const { personId, appId, ownerId: _, before, after, ...fields } = row
  return {
    ...onWire<Omit<AuditRecord, 'person' | 'app' | 'before' | 'after'>>(fields),
    person: personId,
    app: appId,
    before: membersOf(before),
    after: membersOf(after),
  }
}

/** Members in the console's spelling. A row that was changed in the database file may hold anything. */
function membersOf(json: string): AuditRecord['before'] {
  if (json === '') return null
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value !== 'object' || value === null) return null
    // The values of custom fields go by the names that their owner chose.
    const { fields, ...members }: Record<string, unknown> = { ...value }
    return { ...onWire<Record<string, unknown>>(members), ...(fields !== undefined && { fields }) }
  } catch {
    return { unreadable: json }
  }
}
