import type { Store } from '../store/store.ts'

/** Agents whose codes refuse (specification, kmlogon: agent-ban check), in memory for every login. */
export class AgentBans {
  #banned: ReadonlySet<number> = new Set()

  has(agentId: number | null): boolean {
    return agentId !== null && this.#banned.has(agentId)
  }

  async load(store: Store): Promise<void> {
    this.#banned = new Set(await store.read((unit) => unit.operators.bannedIds()))
  }
}
