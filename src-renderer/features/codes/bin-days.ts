import { useI18n } from 'vue-i18n'
import { RECYCLE_SECONDS } from '../../../src-server/contract/limits.ts'
import { daysBetween } from '../../subjects/licence/durations.ts'
import { useMinute } from '../../subjects/clock/use-minute.ts'

/** How long a code stays in the recycle bin yet, in words. */
export function useBinDays(): (recycledAt: number | null) => string {
  const { t } = useI18n()
  const now = useMinute()
  return (recycledAt) => {
    if (recycledAt === null) return '—'
    const days = daysBetween(now.value, recycledAt + RECYCLE_SECONDS)
    return t('codes.bin.days', { n: days }, days)
  }
}
