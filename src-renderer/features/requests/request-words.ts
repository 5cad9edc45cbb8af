import { useI18n } from 'vue-i18n'
import type { PolicyRecord, RequestRecord } from '../../../src-server/contract/records/request.ts'
import { formatInteger, formatTime } from '../../i18n/format.ts'
import { durationParts } from '../../subjects/codes/code-duration.ts'
import { useAges, useSpans } from '../../subjects/clock/use-ages.ts'
import type { ServiceClock } from './service-clock.ts'

export interface RequestWords {
  /** "3h": how long ago. */
  readonly age: (at: number | null, now: number) => string
  readonly clock: (clock: ServiceClock) => string
  /** "1 hour and 2 uses", "nothing". */
  readonly cost: (policy: Pick<PolicyRecord, 'cost_seconds' | 'cost_uses'>) => string
  /** What the application's policy says to an unbind, a sentence each. */
  readonly policy: (policy: PolicyRecord) => readonly string[]
  /** What became of it, and who made it so. */
  readonly ended: (record: Pick<RequestRecord, 'state' | 'decided_by_name' | 'reversed_at'>) => string
}

/** What reviewers read about requests, in their language. */
export function useRequestWords(): RequestWords {
  const { t } = useI18n()
  const age = useAges()
  const span = useSpans()

  const duration = (seconds: number) => {
    const { unit, amount } = durationParts(seconds)
    return t(`codes.duration.${unit}`, { n: formatInteger(amount) }, amount)
  }
  const cost = ({ cost_seconds: seconds, cost_uses: uses }: Parameters<RequestWords['cost']>[0]) => {
    const parts = [
      ...(seconds > 0 ? [duration(seconds)] : []),
      ...(uses > 0 ? [t('requests.policy.uses', { n: formatInteger(uses) }, uses)] : []),
    ]
    return parts.length === 0 ? t('requests.policy.nothing') : parts.join(t('requests.policy.and'))
  }
  return {
    age,
    clock: ({ state, seconds }) => t(`requests.clock.${state}`, { age: span(seconds) }),
    cost,
    policy(policy) {
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
    ended({ state, decided_by_name: by, reversed_at: reversed }) {
      if (reversed !== null) return t('requests.reversed')
      return by === '' ? t(`requests.state.${state}`) : t(`requests.ended_by.${state}`, { by })
    },
  }
}
