import { useI18n } from 'vue-i18n'
import { isFieldColumn, fieldOf, type ColumnId } from './columns.ts'

/** The heads of the columns, and their names in full. A field has the name that the vendor gave it. */
export function useColumnNames(): { of: (id: ColumnId) => string; titleOf: (id: ColumnId) => string } {
  const { t } = useI18n()
  return {
    of: (id) => (isFieldColumn(id) ? fieldOf(id) : t(`live.column.${id}`)),
    titleOf: (id) => (isFieldColumn(id) ? fieldOf(id) : t(`live.column_title.${id}`)),
  }
}
