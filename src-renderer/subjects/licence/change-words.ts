import { useI18n } from 'vue-i18n'
import type { AuditRecord } from '../../../src-server/contract/records/audit.ts'
import { PERMANENT_VIP } from '../../../src-server/contract/limits.ts'
import { formatTime } from '../../i18n/format.ts'
import { useFindText } from '../../i18n/index.ts'

/** The log has this in place of a secret. */
const HIDDEN = '(hidden)'

/** Rows of the audit log about accounts, in the reader's language. */
export function useChangeWords() {
  const { t } = useI18n()
  const find = useFindText()
  const labelOf = (member: string) => find(`licence.member.${member}`)

  function valueOf(member: string, value: unknown): string {
    if (value === null || value === undefined || value === '') return '—'
    if (value === HIDDEN) return t('audit.hidden')
    if (member === 'vip' && typeof value === 'number') {
      if (value === 0) return '—'
      return value >= PERMANENT_VIP ? t('licence.permanent') : formatTime(value)
    }
    const state = member === 'close_all' ? find(`live.close.word.${String(value)}`) : undefined
    if (state !== undefined) return state
    if (typeof value === 'boolean') return value ? t('common.yes') : t('common.no')
    return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
  }
  return {
    actOf: ({ action }: AuditRecord) => find(`licence.act.${action}`) ?? action,
    /** A line for each member that changed: "Ends: 2027-01-01 → 2027-02-01". */
    changesOf({ before, after }: AuditRecord): string[] {
      // The page of a new record says how it began.
      if (after === null || before === null)
        return Object.entries(before === null ? (after ?? {}) : {}).flatMap(([member, value]) => {
          const isNothing = value === '' || value === false || value === null
          const name = isNothing ? undefined : labelOf(member)
          return name === undefined ? [] : `${name}: ${valueOf(member, value)}`
        })
      return Object.keys(after).flatMap((member) => {
        const name = labelOf(member)
        if (name === undefined || member === 'password_hash') return name ?? []
        const now = valueOf(member, after[member])
        // The code that made the change is named beside it.
        if (before[member] === after[member]) return `${name}: ${now}`
        return `${name}: ${valueOf(member, before[member])} → ${now}`
      })
    },
  }
}
