import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import type { RiskGroup } from '../../../../src-server/contract/actions/risks.ts'
import type { SystemNotice } from '../../../host/notices.ts'
import { formatInteger } from '../../../i18n/format.ts'
import { useRiskPlace } from '../risk-place.ts'
import { useRiskWords } from '../risk-words.ts'

type AlarmWords = Pick<SystemNotice, 'title' | 'body' | 'screen'>

/**
 * The words of a notice about a group of risks, and the screen of its click: of one risk its account, of several the
 * review.
 */
export function useAlarmWords() {
  const { t } = useI18n()
  const router = useRouter()
  const words = useRiskWords()
  const placeOf = useRiskPlace()
  const review = () => router.resolve({ name: 'risk' }).href

  return {
    of({ app_name: name, kind, count, worst }: RiskGroup): AlarmWords {
      const named = { app: name === '' ? t('risk.alarm.platform') : name, kind: t(`risk.kind.${kind}`) }
      const what = t('risk.alarm.subject', { subject: words.subject(worst), what: words.what(worst) })
      if (count === 1) {
        const place = placeOf(worst)
        const screen = place === undefined ? review() : router.resolve(place).href
        return { title: t('risk.alarm.one', named), body: what, screen }
      }
      const n = formatInteger(count)
      return {
        title: t('risk.alarm.group', { ...named, n }),
        body: t('risk.alarm.worst', { n, what }, count),
        screen: review(),
      }
    },
    /** Several groups at once. */
    ofMany: (count: number): AlarmWords => ({
      title: t('risk.alarm.many_title'),
      body: t('risk.alarm.many', { n: formatInteger(count) }),
      screen: review(),
    }),
  }
}
