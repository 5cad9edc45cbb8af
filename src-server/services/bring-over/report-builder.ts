import type { BringReason, BringRemark } from '../../contract/bring-over-names.ts'
import type { BringReport, LeftRowRecord } from '../../contract/records/bring-over.ts'
import type { Place } from '../../domain/bring-over/item.ts'

/** Rows that are named one by one at most. The others are counted. */
const MOST_NAMED = 10_000

interface Sums {
  taken: number
  same: number
  left: number
}

/** Counts what becomes of each row. */
export class ReportBuilder {
  readonly #tables = new Map<string, Sums>()
  readonly #left = new Map<string, { table: string; reason: BringReason; count: number }>()
  readonly #remarks = new Map<string, { table: string; remark: BringRemark; count: number }>()
  readonly rows: LeftRowRecord[] = []
  differing = 0

  take({ table }: Place, remarks: readonly BringRemark[] = []): void {
    this.#sums(table).taken++
    for (const remark of remarks) this.remark(table, remark)
  }

  /** The row is here already, as the file has it. */
  same({ table }: Place): void {
    this.#sums(table).same++
  }

  leave(place: Place, reason: BringReason, detail = ''): void {
    this.#sums(place.table).left++
    this.#count(place.table, reason, 1)
    // A copy: a text of the file holds the whole piece of the file that it is a part of.
    if (this.rows.length < MOST_NAMED) this.rows.push(structuredClone({ ...place, reason, detail }))
  }

  remark(table: string, remark: BringRemark): void {
    const known = this.#remarks.get(`${table} ${remark}`) ?? { table, remark, count: 0 }
    this.#remarks.set(`${table} ${remark}`, { ...known, count: known.count + 1 })
  }

  /** @param counts the rows of each table of the file. Those of tables without a place here are left. */
  report(counts: ReadonlyMap<string, number>, applications: BringReport['applications']): BringReport {
    const tables = [...counts].map(([table, read]) => {
      const sums = this.#tables.get(table)
      if (sums === undefined) this.#count(table, 'no_place', read)
      return { table, read, ...(sums ?? { taken: 0, same: 0, left: read }), known: sums !== undefined }
    })
    return {
      tables,
      applications,
      left: [...this.#left.values()],
      remarks: [...this.#remarks.values()],
      differing: this.differing,
    }
  }

  #sums(table: string): Sums {
    const known = this.#tables.get(table) ?? { taken: 0, same: 0, left: 0 }
    this.#tables.set(table, known)
    return known
  }

  #count(table: string, reason: BringReason, by: number): void {
    const known = this.#left.get(`${table} ${reason}`) ?? { table, reason, count: 0 }
    this.#left.set(`${table} ${reason}`, { ...known, count: known.count + by })
  }
}
