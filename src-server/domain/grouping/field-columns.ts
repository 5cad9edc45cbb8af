import type { CustomValues } from '../../contract/subjects/custom-values.ts'
import type { ExportColumn } from '../export/file-piece.ts'
import type { CustomField } from './custom-field.ts'

/** The columns of custom fields in an exported file. Fields of several owners with one name share a column. */
export function fieldColumns<R extends { readonly fields: CustomValues }>(
  fields: readonly CustomField[],
): ExportColumn<R>[] {
  return [...Map.groupBy(fields, ({ name }) => name)].map(([name, same]) => [
    name,
    (row) => ({ text: same.map(({ id }) => row.fields[id] ?? '').join('') }),
  ])
}
