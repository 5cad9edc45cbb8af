import type { LiveRow } from './live-row.ts'
import { valuesOf, type MemberValue, type RowMember } from './row-members.ts'

/** The accounts of each value of a member. */
export function countValues(rows: Iterable<LiveRow>, member: RowMember): Map<MemberValue, number> {
  const of = valuesOf(member)
  const counts = new Map<MemberValue, number>()
  for (const row of rows) for (const value of of(row)) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/** The accounts of each agent and of all agents below it, by the accounts of each alone. */
export function withLowerAgents(
  counts: ReadonlyMap<MemberValue, number>,
  agents: Iterable<number>,
  withBelow: (agent: number) => Iterable<number>,
): Map<MemberValue, number> {
  const sums = new Map(counts)
  for (const agent of agents) {
    let accounts = 0
    for (const one of withBelow(agent)) accounts += counts.get(String(one)) ?? 0
    if (accounts > 0) sums.set(String(agent), accounts)
  }
  return sums
}
