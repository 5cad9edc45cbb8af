import type { ProtectionCheck } from '../../../../src-server/contract/protection-names.ts'
import type { ProtectionItem } from '../../../../src-server/contract/records/protection.ts'
import { formatDay, formatTime } from '../../../i18n/format.ts'

/** The tab of the application's page where a check is set. The others are set elsewhere. */
const TABS: Readonly<Partial<Record<ProtectionCheck, string>>> = {
  signature: 'protocol',
  window: 'protocol',
  encryption: 'protocol',
  answers: 'protocol',
  machine: 'licensing',
  handout: 'capabilities',
  key_age: 'protocol',
}

export function tabOf(check: ProtectionCheck): string | undefined {
  return TABS[check]
}

interface Words {
  readonly t: (key: string, named: Record<string, unknown>) => string
  readonly te: (key: string) => boolean
}

/** The sentence of a graded check, and what to do next where something can be better. */
export function wordsOf(
  { check, state, facts }: ProtectionItem,
  { t, te }: Words,
): { readonly state: string; readonly next: string } {
  const { since, until } = facts
  const named = {
    ...facts,
    ...(typeof since === 'number' && { since: formatDay(since) }),
    ...(typeof until === 'number' && { until: formatTime(until) }),
  }
  const next = `protection.check.${check}.next.${state}`
  return {
    state: t(`protection.check.${check}.state.${state}`, named),
    next: te(next) ? t(next, named) : '',
  }
}

/** A share as a whole percentage. Only all is 100, and only none is 0. */
export function shareOf(part: number, whole: number): number {
  if (whole === 0 || part === 0) return 0
  return part === whole ? 100 : Math.min(99, Math.max(1, Math.round((part / whole) * 100)))
}
