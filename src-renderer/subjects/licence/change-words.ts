import { useI18n } from 'vue-i18n'
import type { AuditRecord } from '../../../src-server/contract/records/audit.ts'
import { PERMANENT_VIP } from '../../../src-server/contract/limits.ts'
import { formatTime } from '../../i18n/format.ts'

const ACTS: ReadonlySet<string> = new Set([
  'account_create',
  'account_update',
  'account_bulk',
  'account_password_reset',
  'account_recharge',
  'device_create',
  'device_update',
  'device_bulk',
  'device_extend',
  'device_move',
  'device_control',
  'close_all_rearm',
  'code_update',
  'code_delete',
  'code_restore',
])
const MEMBERS: ReadonlySet<string> = new Set([
  'vip',
  'disabled',
  'disable_reason',
  'name',
  'qq',
  'password_hash',
  'code',
  'label',
  'license',
  'buy_url',
  'agent_id',
  'note',
  'debug',
  'account_key',
  'pause_open',
  'pause_add',
  'close_all',
  'reason',
  'user',
])

/** The states of a command to close. */
const CLOSE_STATES: ReadonlySet<string> = new Set([
  'asked',
  'delivered',
  'confirmed',
  'overdue',
  'unreported',
  'withdrawn',
])

/** The log has this in place of a secret. */
const HIDDEN = '(hidden)'

export interface ChangeWords {
  readonly actOf: (row: AuditRecord) => string
  /** A line for each member that changed: "Ends: 2027-01-01 → 2027-02-01". */
  readonly changesOf: (row: AuditRecord) => string[]
}

/** Rows of the audit log about accounts, in the reader's language. */
export function useChangeWords(): ChangeWords {
  const { t } = useI18n()

  function valueOf(member: string, value: unknown): string {
    if (value === null || value === undefined || value === '') return '—'
    if (value === HIDDEN) return t('audit.hidden')
    if (member === 'vip' && typeof value === 'number') {
      if (value === 0) return '—'
      return value >= PERMANENT_VIP ? t('licence.permanent') : formatTime(value)
    }
    if (member === 'close_all' && typeof value === 'string' && CLOSE_STATES.has(value))
      return t(`live.close.word.${value}`)
    if (typeof value === 'boolean') return value ? t('common.yes') : t('common.no')
    return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
  }
  return {
    actOf: ({ action }) => (ACTS.has(action) ? t(`licence.act.${action}`) : action),
    changesOf({ before, after }) {
      // The page of a new record says how it began.
      if (after === null || before === null)
        return Object.entries(after ?? {})
          .filter(
            ([member, value]) =>
              before === null &&
              member !== 'id' &&
              MEMBERS.has(member) &&
              value !== '' &&
              value !== false &&
              value !== null,
          )
          .map(([member, value]) => `${t(`licence.member.${member}`)}: ${valueOf(member, value)}`)
      return Object.keys(after)
        .filter((member) => MEMBERS.has(member))
        .map((member) => {
          const name = t(`licence.member.${member}`)
          if (member === 'password_hash') return name
          // The code that made the change is named beside it.
          if (before[member] === after[member]) return `${name}: ${valueOf(member, after[member])}`
          return `${name}: ${valueOf(member, before[member])} → ${valueOf(member, after[member])}`
        })
    },
  }
}
