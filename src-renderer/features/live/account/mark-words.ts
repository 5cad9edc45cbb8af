import { useI18n } from 'vue-i18n'
import { PERMANENT_VIP } from '../../../../src-server/contract/limits.ts'
import { formatTime } from '../../../i18n/format.ts'
import { count, money, percent } from '../../../subjects/figures/figures.ts'
import type { ChartMark } from './mark-looks.ts'

/** The words of marks, in the reader's language. */
export function useMarkWords() {
  const { t } = useI18n()

  function figureOf({ look, what, value }: ChartMark): string {
    if (value === null) return ''
    if (look === 'money') return money(value)
    if (look === 'licence')
      return t('performance.mark.until', {
        at: value >= PERMANENT_VIP ? t('live.permanent') : formatTime(value),
      })
    if (look === 'command') return t('performance.mark.positions', { n: count(value) }, value)
    return what === 'drawdown' || what === 'margin' ? percent(value) : ''
  }
  return {
    /** The event in words: `Close all: delivered`. */
    what: ({ look, what }: ChartMark): string => t(`performance.mark.${look}.${what}`),
    /** Its figure, its text and its operator. */
    more: (mark: ChartMark): string => [figureOf(mark), mark.text, mark.by].filter(Boolean).join(' · '),
  }
}
