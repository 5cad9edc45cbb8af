import type { Field, Fields } from '../../contract/subjects/field.ts'
import { columnsOf, type ExportName, type PartName } from '../../contract/subjects/subject.ts'
import { isoTime, type ExportCell, type ExportColumn } from './file-piece.ts'

type Cell<R> = (row: R) => ExportCell
/**
 * Cells that don't follow from a field: those of records within the record. Any other column may have a
 * custom cell as well.
 */
export type OwnCells<F extends Fields, R> = {
  readonly [C in ExportName<Pick<F, PartName<F>>>]: Cell<R>
} & { readonly [C in ExportName<F>]?: Cell<R> }

/**
 * The columns of an exported file, as the subject declares them. Times are in UTC. An end has a column with
 * its number and one with its time.
 */
export function exportColumns<F extends Fields, R extends object>(
  { fields }: { readonly fields: F },
  own: OwnCells<F, R>,
): ExportColumn<R>[] {
  const cells: Readonly<Record<string, Cell<R> | undefined>> = own
  return Object.entries(fields).flatMap(([name, field]) =>
    columnsOf(name, field).map((column, at): ExportColumn<R> => [
      column,
      cells[column] ?? cellOf<R>(name, field, at),
    ]),
  )
}

function cellOf<R extends object>(name: string, { kind }: Field, at: number): Cell<R> {
  if (kind === 'words')
    return (row) => ({
      text: (row as Readonly<Record<string, readonly string[] | undefined>>)[name]?.join(', ') ?? '',
    })
  const isTime = kind === 'time' || (kind === 'end' && at > 0)
  return (row) => {
    const value = (row as Readonly<Record<string, ExportCell | undefined>>)[name] ?? null
    if (isTime && typeof value === 'number') return isoTime(value)
    return kind === 'text' && typeof value === 'string' ? { text: value } : value
  }
}
