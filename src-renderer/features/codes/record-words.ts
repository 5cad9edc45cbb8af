import { useI18n } from 'vue-i18n'
import type { RecordChanges } from '../../../src-server/contract/records/code.ts'
import { RECORD_CHOICES } from '../../../src-server/contract/code-names.ts'
import { PERMANENT_VIP } from '../../../src-server/contract/limits.ts'
import type { BulkEffects, BulkQuestion } from '../../kit/bulk/bulk-act.ts'
import { formatTime } from '../../i18n/format.ts'
import { serverNow } from '../../subjects/clock/server-clock.ts'
import { accountsOf, firstOf, isOver, refundOf, type AccountChange } from './record-changes.ts'

/** The effects of changes of codes on trading accounts, in words, before the changes are made. */
export function useRecordWords() {
  const { t } = useI18n()

  function endOf(end: number): string {
    if (end >= PERMANENT_VIP) return t('licence.permanent')
    return isOver(end, serverNow()) ? t('codes.record.now') : formatTime(end)
  }
  /** A record may have ended long ago. */
  function startOf(end: number): string {
    if (end === 0) return t('licence.none')
    return end >= PERMANENT_VIP ? t('licence.permanent') : formatTime(end)
  }
  function refundText({ from, to }: AccountChange): string {
    const until =
      from >= PERMANENT_VIP ? t('codes.record.forever') : t('codes.record.until', { time: formatTime(from) })
    if (to === from) return t('codes.record.stays', { until })
    if (isOver(to, serverNow())) return t('codes.record.ends_now', { until })
    return t('codes.record.ends', { until, time: formatTime(to) })
  }
  function effects(
    accounts: readonly AccountChange[],
    changes: RecordChanges,
    textOf: (account: AccountChange) => string,
  ): BulkEffects {
    const { named, more } = firstOf(accounts, changes)
    return {
      title: t('codes.record.accounts', named.length + more),
      lines: named.map((account) => ({ subject: account.account_key, text: textOf(account) })),
      more,
    }
  }
  return {
    /** The question about the accounts' records. @param count of the codes, for its wording */
    question: (count: number): BulkQuestion => ({
      legend: t('codes.record.question', count),
      options: RECORD_CHOICES.map((value) => ({ value, label: t(`codes.record.choice.${value}`, count) })),
      initial: RECORD_CHOICES[0],
    }),
    /** "Goes on until … It would end now." @param concerned what ending all of them would change */
    refund: (concerned: RecordChanges, changed: RecordChanges) =>
      effects(refundOf(concerned, changed), concerned, refundText),
    /** "3 May → 3 June"; undefined where no account changes. */
    edit(changed: RecordChanges | undefined): BulkEffects | undefined {
      if (changed === undefined || changed.total === 0) return undefined
      return effects(accountsOf(changed), changed, ({ from, to }) => `${startOf(from)} → ${endOf(to)}`)
    },
  }
}
