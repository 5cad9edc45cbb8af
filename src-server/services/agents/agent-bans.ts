import type { Store } from '../../store/store.ts'

/** Banned agents, in memory for every login: their codes are refused (the specification, kmlogon: agent-ban check). */
export class AgentBans {
  #banned = new Set<number>()

  has(agentId: number | null): boolean {
    return agentId !== null && this.#banned.has(agentId)
  }

  put(id: number, isBanned: boolean): void {
    if (isBanned) this.#banned.add(id)
    else this.#banned.delete(id)
  }

  async load(store: Store): Promise<void> {
    this.#banned = new Set(await store.read((unit) => unit.operators.bannedIds()))
  }
}
