import { useI18n } from 'vue-i18n'
import { useCustomFields } from '../../../subjects/custom-fields/custom-fields.ts'
import { fieldOf, isFieldMember, type FieldMember } from '../rows/row-members.ts'
import type { ColumnId } from './columns.ts'

/** The heads of the columns, and their names in full. A field has the name that the vendor gave it. */
export function useColumnNames(): { of: (id: ColumnId) => string; titleOf: (id: ColumnId) => string } {
  const { t } = useI18n()
  const fields = useCustomFields()
  const nameOf = (column: FieldMember) =>
    fields.rows.find(({ id }) => String(id) === fieldOf(column))?.name ?? fieldOf(column)
  return {
    of: (id) => (isFieldMember(id) ? nameOf(id) : t(`live.column.${id}`)),
    titleOf: (id) => (isFieldMember(id) ? nameOf(id) : t(`live.column_title.${id}`)),
  }
}
