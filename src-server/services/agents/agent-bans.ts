import type { Operator } from '../../domain/access/operator.ts'
import type { Store } from '../../store/store.ts'

/** Agents whose codes refuse (specification, kmlogon: agent-ban check), in memory for every login. */
export class AgentBans {
  #banned = new Set<number>()

  has(agentId: number | null): boolean {
    return agentId !== null && this.#banned.has(agentId)
  }

  /** An operator as it was just committed. */
  follow(operator: Pick<Operator, 'id' | 'banned'>): void {
    if (operator.banned) this.#banned.add(operator.id)
    else this.#banned.delete(operator.id)
  }

  async load(store: Store): Promise<void> {
    this.#banned = new Set(await store.read((unit) => unit.operators.bannedIds()))
  }
}
