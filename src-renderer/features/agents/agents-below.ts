import type { AgentRecord } from '../../../src-server/contract/records/person.ts'

export interface AgentBelow {
  readonly record: AgentRecord
  /** 0 for those right below. */
  readonly depth: number
}

/** Those below an agent, each followed by those below it; beside one another as `all` has them. */
export function agentsBelow(agent: number, all: readonly AgentRecord[], depth = 0): AgentBelow[] {
  return all
    .filter(({ parent }) => parent === agent)
    .flatMap((record) => [{ record, depth }, ...agentsBelow(record.id, all, depth + 1)])
}
