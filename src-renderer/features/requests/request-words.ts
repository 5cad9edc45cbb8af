import { useI18n } from 'vue-i18n'
import type { PolicyRecord, RequestRecord } from '../../../src-server/contract/records/request.ts'
import { formatInteger, formatTime } from '../../i18n/format.ts'
import { durationParts } from '../../subjects/codes/code-duration.ts'
import { useAges, useSpans } from '../../subjects/clock/use-ages.ts'
import type { ServiceClock } from './service-clock.ts'

type Cost = Pick<PolicyRecord, 'cost_seconds' | 'cost_uses'>
type Ended = Pick<RequestRecord, 'state' | 'decided_by_name' | 'reversed_at'>

/** What reviewers read about requests, in their language. */
export function useRequestWords() {
  const { t } = useI18n()
  const age = useAges()
  const span = useSpans()

  const duration = (seconds: number) => {
    const { unit, amount } = durationParts(seconds)
    return t(`codes.duration.${unit}`, { n: formatInteger(amount) }, amount)
  }
  /** "1 hour and 2 uses", "nothing". */
  const cost = ({ cost_seconds: seconds, cost_uses: uses }: Cost) => {
    const parts = [
      ...(seconds > 0 ? [duration(seconds)] : []),
      ...(uses > 0 ? [t('requests.policy.uses', { n: formatInteger(uses) }, uses)] : []),
    ]
    return parts.length === 0 ? t('requests.policy.nothing') : parts.join(t('requests.policy.and'))
  }
  return {
    /** "3h": how long ago. */
    age,
    clock: ({ state, seconds }: ServiceClock) => t(`requests.clock.${state}`, { age: span(seconds) }),
    cost,
    /** What the application's policy says to an unbind, a sentence each. */
    policy(policy: PolicyRecord): readonly string[] {
      const { outcome, next_allowed_at: next, unbinds, max } = policy
      // It never can be unbound: how often it was is of no interest.
      if (outcome === 'ofAccount') return [t(`requests.policy.outcome.${outcome}`)]
      const nth = { n: formatInteger(unbinds + 1), max: formatInteger(max) }
      const count = max > 0 ? t('requests.policy.nth_of', nth) : t('requests.policy.nth', nth)
      if (outcome === 'unbound') return [count, t('requests.policy.takes', { cost: cost(policy) })]
      const refusal =
        outcome === 'tooSoon' && next !== null
          ? t('requests.policy.until', { time: formatTime(next) })
          : t(`requests.policy.outcome.${outcome}`)
      return [count, refusal]
    },
    /** What became of it, and who made it so. */
    ended({ state, decided_by_name: by, reversed_at: reversed }: Ended): string {
      if (reversed !== null) return t('requests.reversed')
      return by === '' ? t(`requests.state.${state}`) : t(`requests.ended_by.${state}`, { by })
    },
  }
}
