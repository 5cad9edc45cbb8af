import type { AgentRight } from '../../contract/sales-names.ts'
import { NO_RIGHTS, rightsAlong, type Rights } from '../../domain/access/agent-rights.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { GivenRights } from '../../store/repositories/agent-rights.ts'
import type { Store } from '../../store/store.ts'
import type { AgentTree } from './agent-tree.ts'

/** The rights of agents to act for their customers, in memory: no decision needs a query. Follows the store at each commit. */
export class AgentRights {
  readonly #tree: AgentTree
  #given = new Map<string, Rights>()

  constructor(tree: AgentTree) {
    this.#tree = tree
  }

  async load(store: Store): Promise<void> {
    this.#given = new Map()
    for (const given of await store.read((unit) => unit.agentRights.all())) this.put(given)
  }

  put({ agentId, appId, rights }: GivenRights): void {
    this.#given.set(`${agentId}:${appId}`, rights)
  }

  /** The effective rights of an agent: those that were given to the agent and to every agent above. */
  of(agentId: number, appId: number): Rights {
    return rightsAlong(
      this.#tree.chainOf(agentId).map((id) => this.#given.get(`${id}:${appId}`) ?? NO_RIGHTS),
    )
  }

  /** The wanted rights that an agent lacks; other operators lack none. */
  lacking(
    { role, operatorId }: Pick<Actor, 'role' | 'operatorId'>,
    appId: number,
    wanted: readonly AgentRight[],
  ): AgentRight[] {
    if (role !== 'agent') return []
    const has = this.of(operatorId, appId)
    return wanted.filter((right) => !has[right])
  }
}
