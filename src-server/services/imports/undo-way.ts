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

/** The rows with this verdict. */
export function itemsWith(verdicts: Verdicts, wanted: Verdict): ImportItem[] {
  return [...verdicts].filter(([, verdict]) => verdict === wanted).map(([item]) => item)
}
