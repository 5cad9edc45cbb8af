import { useI18n } from 'vue-i18n'
import { PERMANENT_VIP } from '../../../src-server/contract/limits.ts'
import { formatTimeIn } from '../../i18n/format.ts'
import { useReasonWords } from '../refusal/reason-words.ts'
import type { ImportColumn } from './import-column.ts'
import type { ReportRow } from './import-run.ts'

/** The words of a report in the reader's language. @param columns the import's columns @param zone the file's zone */
export function useReportCells(columns: () => readonly ImportColumn[], zone: () => string | undefined) {
  const { t } = useI18n()
  const reasons = useReasonWords()
  const labelOf = (member: string) => columns().find(({ key }) => key === member)?.label

  return {
    /** The columns that any of the rows has. */
    shown: (rows: readonly ReportRow[]): ImportColumn[] => {
      const members = new Set(rows.flatMap(({ values }) => Object.keys(values)))
      return columns().filter(({ key }) => members.has(key))
    },
    /** The understood values. */
    cell({ values }: ReportRow, { key, date, show, isSecret }: ImportColumn): string {
      const value = values[key]
      if (value === undefined) return ''
      if (isSecret === true) return '•••'
      if (value === null || (date !== undefined && value === 0)) return t('transfer.no_date')
      if (value === PERMANENT_VIP && date !== undefined) return t('transfer.permanent')
      if (date !== undefined && typeof value === 'number') return formatTimeIn(zone(), value)
      if (typeof value === 'boolean') return value ? t('common.yes') : t('common.no')
      if (show !== undefined) return show(value)
      return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
    },
    result: ({ reason, isChange }: ReportRow): string =>
      reason !== undefined
        ? reasons.ofLine(reason, labelOf)
        : t(isChange === true ? 'transfer.changes' : 'transfer.new'),
  }
}
