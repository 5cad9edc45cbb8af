import type { KeptReason } from '../../contract/import-names.ts'
import type { Import, ImportItem } from '../../store/repositories/imports.ts'
import type { Unit, WriteUnit } from '../../store/store.ts'

/** The effect of an undo on one row. `gone`: somebody has deleted the row. */
export type Verdict = 'remove' | 'restore' | 'gone' | { readonly kept: KeptReason; readonly label: string }

/** Rows of an import with the verdict on each. */
export type Verdicts = ReadonlyMap<ImportItem, Verdict>

/** The judgement and the undo of rows of one kind. */
export interface UndoWay {
  /** Judges rows by committed data, before the unit of work that undoes them judges them again. */
  prepare(items: readonly ImportItem[]): Promise<UndoStep>
}

export interface UndoStep {
  judge(unit: Unit, of: Import, items: readonly ImportItem[]): Promise<Verdicts>
  /** @returns the ids of the rows that are undone */
  undo(unit: WriteUnit, verdicts: Verdicts): Promise<{ removed: number[]; restored: number[] }>
}

/** Judges each row of an import by the record that it made or changed, which may be gone. */
export function judgeEach<R extends { readonly id: number }>(
  items: readonly ImportItem[],
  records: readonly R[],
  judge: (item: ImportItem, record: R) => Verdict,
): Verdicts {
  const there = new Map(records.map((record) => [record.id, record]))
  return new Map(
    items.map((item) => {
      const record = there.get(item.itemId)
      return [item, record === undefined ? 'gone' : judge(item, record)]
    }),
  )
}

/** The ids of the records that rows of an import made or changed. */
export function recordsOf(items: readonly ImportItem[]): number[] {
  return items.map(({ itemId }) => itemId)
}

/** The rows with this verdict. */
export function itemsWith(verdicts: Verdicts, wanted: Verdict): ImportItem[] {
  return [...verdicts].filter(([, verdict]) => verdict === wanted).map(([item]) => item)
}
