import type { FieldRecord } from '../../../src-server/contract/records/custom-field.ts'
import { SeveralMembers, type ImportColumn } from '../../kit/transfer/import-column.ts'

type Row = Readonly<Record<string, unknown>>

/** The columns of custom fields in an imported file, by the fields' names. */
export function fieldImports(fields: readonly FieldRecord[]): ImportColumn[] {
  return fields.map(({ id, name, kind, choices }) => ({
    key: `#field_${id}`,
    label: name,
    read: (text: string, row: Row) =>
      new SeveralMembers({ fields: { ...(row['fields'] as object | undefined), [id]: text } }),
    ...(kind === 'choice' && { choices: choices.map((value) => ({ value, label: value })) }),
  }))
}
