import { useI18n } from 'vue-i18n'
import type { ReachFinding, ReachReport } from '../../../../src-server/contract/records/reach.ts'
import { formatTime } from '../../../i18n/format.ts'
import { useFindText } from '../../../i18n/index.ts'
import { useAges } from '../../../subjects/clock/use-ages.ts'

/** Values that are names of something, with the start of their words. */
const NAMED = ['protocol', 'tool', 'provider'] as const

interface FindingWords {
  readonly fact: string
  /** What to do. undefined: nothing. */
  readonly todo: string | undefined
  /** The own words of a router, a provider or a library. */
  readonly detail: string
}

/** The findings in words. */
export function useReachWords() {
  const { t } = useI18n()
  const findText = useFindText()
  const age = useAges()
  const ago = (at: number, now: number) => t('reach.ago', { age: age(at, now) })

  const valuesOf = ({ values }: ReachFinding, now: number) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        if (name === 'last_at' && typeof value === 'number') return [name, ago(value, now)]
        if (name.endsWith('_at') && typeof value === 'number') return [name, formatTime(value)]
        return [name, NAMED.some((one) => one === name) ? t(`reach.${name}.${value}`) : value]
      }),
    )
  function wordsOf(finding: ReachFinding, now: number): FindingWords {
    const { check, fact, values } = finding
    const shown = valuesOf(finding, now)
    return {
      fact: t(`reach.facts.${check}.${fact}`, shown),
      todo: findText(`reach.todo.${check}.${fact}`, shown),
      detail: String(values['detail'] ?? values['reason'] ?? ''),
    }
  }
  return {
    wordsOf,
    testedAt: ({ tested_at: at, now }: ReachReport) =>
      at === null ? t('reach.never_tested') : t('reach.tested', { ago: ago(at, now) }),
    /** The first sentence is the answer. The others say what it rests on. */
    summaryOf: ({ summary, because, url, checks, now }: ReachReport): string[] => {
      const finding = checks.find(({ check }) => check === because)
      const answer = t(`reach.summary.${summary}`, { url })
      if (finding === undefined || summary === 'likely') return [answer]
      const at = finding.values['last_at']
      if (summary === 'reached')
        return typeof at === 'number' ? [answer, t('reach.summary.last', { ago: ago(at, now) })] : [answer]
      const { fact, todo } = wordsOf(finding, now)
      return todo === undefined || finding.command !== ''
        ? [answer, fact]
        : [answer, t('reach.summary.both', { fact, todo })]
    },
  }
}
