import type { Known } from '../../domain/access/known.ts'
import type { Rights } from '../../domain/access/agent-rights.ts'

/** The rights granted to one agent in one application. */
export interface GivenRights {
  readonly agentId: number
  readonly appId: number
  readonly rights: Rights
}

export interface NamedRights extends GivenRights {
  readonly agentName: string
  readonly appName: string
}

export interface RightsFilter {
  /** Any of these agents. */
  readonly agents?: readonly number[] | undefined
  /** Applications of this operator. */
  readonly owner?: number | undefined
  readonly agent?: number | undefined
  readonly app?: number | undefined
}

export interface AgentRightsRepository {
  /** @param agents all of them where left out */
  all(agents?: readonly number[]): Promise<GivenRights[]>
  find(agentId: number, appId: number): Promise<Rights | undefined>
  /** @param at Unix seconds */
  set(given: GivenRights & { readonly agentId: Known<'agent'> }, at: number): Promise<void>
  /** In the order of agents and applications. */
  list(filter: RightsFilter, limit: number): Promise<NamedRights[]>
}
