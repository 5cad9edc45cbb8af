import { addSums, noSums, OTHER_AGENTS, type FleetGroup } from './fleet-group.ts'

/** The maximum number of groups that keep their agent. A vendor with 50 agents, 5 programs and 4 currencies has as many. */
export const MOST_GROUPS = 1000

/**
 * At most MOST_GROUPS groups, the largest, and as many others: the rest of each application and currency without its
 * agents. So an application's sums stay whole, and a sample stays small however many groups there are.
 */
export function boundedGroups(groups: readonly FleetGroup[]): FleetGroup[] {
  if (groups.length <= MOST_GROUPS) return [...groups]
  const bySize = groups.toSorted(bySizeDown)
  const rests = new Map<string, FleetGroup>()
  for (const group of bySize.slice(MOST_GROUPS)) {
    const { app, currency } = group
    const key = `${app} ${currency}`
    const rest = rests.get(key) ?? { app, agent: OTHER_AGENTS, currency, ...noSums() }
    addSums(rest, group)
    rests.set(key, rest)
  }
  return [...bySize.slice(0, MOST_GROUPS), ...[...rests.values()].sort(bySizeDown).slice(0, MOST_GROUPS)]
}

function bySizeDown(a: FleetGroup, b: FleetGroup): number {
  return b.accounts - a.accounts
}
