import { useI18n } from 'vue-i18n'
import { useMembers } from '../rows/member-names.ts'
import { isFieldMember } from '../../../subjects/custom-fields/field-member.ts'
import type { ColumnId } from './columns.ts'

/** The heads of the columns, and their names in full. A field has the name that the vendor gave it. */
export function useColumnNames(): { of: (id: ColumnId) => string; titleOf: (id: ColumnId) => string } {
  const { t } = useI18n()
  const { ofMember } = useMembers()
  return {
    of: (id) => (isFieldMember(id) ? ofMember(id) : t(`live.column.${id}`)),
    titleOf: (id) => (isFieldMember(id) ? ofMember(id) : t(`live.column_title.${id}`)),
  }
}
