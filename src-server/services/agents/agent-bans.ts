import type { Operator } from '../../domain/access/operator.ts'
import type { Store } from '../../store/store.ts'

/** Banned agents, in memory for every login: their codes are refused (the specification, kmlogon: agent-ban check). */
export class AgentBans {
  #banned = new Set<number>()

  has(agentId: number | null): boolean {
    return agentId !== null && this.#banned.has(agentId)
  }

  /** Follows an operator as just committed. */
  follow(operator: Pick<Operator, 'id' | 'banned'>): void {
    if (operator.banned) this.#banned.add(operator.id)
    else this.#banned.delete(operator.id)
  }

  async load(store: Store): Promise<void> {
    this.#banned = new Set(await store.read((unit) => unit.operators.bannedIds()))
  }
}
