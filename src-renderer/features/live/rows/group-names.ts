import { useAgentNames } from '../../../subjects/agents/agent-names.ts'
import { useKnownApps } from './known-apps.ts'
import type { GroupBy } from './row-groups.ts'

/** The name of a group by the value of its accounts. Empty for the accounts without a value. */
export function useGroupNames(): (by: GroupBy, value: string) => string {
  const agents = useAgentNames()
  const known = useKnownApps()
  return (by, value) => {
    if (by === 'agent') return value === '' ? '' : agents.nameOf(Number(value))
    return by === 'app' ? known.nameOf(Number(value)) : value
  }
}
