import { EXPORT_ROWS } from '../../contract/limits.ts'
import type { Clock } from '../../contract/ports.ts'
import type { CodeRecord } from '../../contract/records/code.ts'
import type { ExportFormat, ExportPiece } from '../../contract/records/export.ts'
import { CODE } from '../../contract/subjects/code.ts'
import type { ExportOf, FieldsOf } from '../../contract/subjects/subject.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { Code } from '../../domain/code/code.ts'
import type { ExportColumn } from '../../domain/export/file-piece.ts'
import { exportColumns } from '../../domain/export/subject-columns.ts'
import { fieldColumns } from '../../domain/grouping/field-columns.ts'
import type { Store } from '../../store/store.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import { exportedFields } from '../custom-fields/field-values.ts'
import { audit } from '../platform/audit-trail.ts'
import { walkCodes, type CodeTarget } from './code-walk.ts'
import { codeRecords } from './codes.ts'
import { placesOf } from '../requests/request-record.ts'
import { writeWithPauses } from '../export-piece.ts'

interface Parts {
  readonly store: Store
  readonly registry: ApplicationRegistry
  readonly clock: Clock
}

type ColumnName = ExportOf<typeof CODE>

export interface CodeExportOrder extends CodeTarget {
  readonly format: ExportFormat
  readonly columns?: readonly ColumnName[] | undefined
  /** The custom fields among the columns. Without `columns`, all. */
  readonly fields?: readonly number[] | undefined
  /** The last code of the previous piece. */
  readonly after?: number | undefined
}

/** Exports codes to a file, in pieces that delay nobody. */
export class CodeExports {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** An export leaves a row in the audit log, written with the first piece. */
  async export(actor: Actor, order: CodeExportOrder): Promise<ExportPiece> {
    const { store, clock } = this.#parts
    const now = clock.now()
    const columns = await this.#columnsOf(actor, order)
    const rows: Code[] = []
    for await (const slice of walkCodes(store, actor, order, now, order.after)) {
      rows.push(...slice)
      // One row more than a piece holds shows that a next piece follows.
      if (rows.length > EXPORT_ROWS) break
    }
    const piece = rows.slice(0, EXPORT_ROWS)
    const next = rows.length > EXPORT_ROWS ? (piece.at(-1)?.id ?? null) : null
    if (order.after === undefined && piece.length > 0) await this.#note(actor, order, now)
    const place = { first: order.after === undefined, last: next === null }
    const text = await writeWithPauses(
      order.format,
      columns,
      await codeRecords(store, piece, now),
      (code) => code,
      place,
    )
    return { text, rows: piece.length, next }
  }

  /** @throws Refused 422 for an unknown custom field */
  async #columnsOf(actor: Actor, order: CodeExportOrder): Promise<ExportColumn<CodeRecord>[]> {
    const { columns: names, fields: chosen = names === undefined ? undefined : [] } = order
    const fields = await this.#parts.store.read((unit) =>
      exportedFields(unit, actor, 'codes', { app: order.filter?.app, chosen }),
    )
    const own = COLUMNS.filter(([name]) => names?.some((wanted) => wanted === name) ?? true)
    return [...own, ...fieldColumns<CodeRecord>(fields)]
  }

  async #note(actor: Actor, order: CodeExportOrder, now: number): Promise<void> {
    const { store, registry } = this.#parts
    const { format, ids, filter, search, columns } = order
    const app = filter?.app
    await store.write(
      (unit) =>
        audit(unit, actor, now, {
          action: 'code_export',
          subject: { kind: 'code', id: '', label: format },
          app: app ?? null,
          owner: app === undefined ? actor.operatorId : registry.ownerOf(app),
          after: { ...(ids === undefined ? { filter, search } : { count: ids.length }), columns },
        }),
      { durable: true },
    )
  }
}

const COLUMNS = exportColumns<FieldsOf<typeof CODE>, CodeRecord>(CODE, { ip: placesOf })
