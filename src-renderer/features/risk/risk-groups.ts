import type { RiskItem } from '../../../src-server/contract/actions/risks.ts'

export const RISK_GROUPS = ['high', 'medium', 'low', 'acknowledged'] as const
export type RiskGroup = (typeof RISK_GROUPS)[number]

/** What is still to be looked at by how much it is to be minded, and what was looked at; groups of none are left out. */
export function groupRisks<R extends Pick<RiskItem, 'level' | 'acknowledged'>>(
  rows: readonly R[],
): { readonly group: RiskGroup; readonly rows: readonly R[] }[] {
  const groupOf = ({ level, acknowledged }: R): RiskGroup => (acknowledged === null ? level : 'acknowledged')
  return RISK_GROUPS.map((group) => ({ group, rows: rows.filter((row) => groupOf(row) === group) })).filter(
    (of) => of.rows.length > 0,
  )
}
