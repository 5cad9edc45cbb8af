import { MAX_AGENT_LEVELS } from '../../contract/sales-names.ts'
import type { Store } from '../../store/store.ts'

/** The tree of agents, in memory for every decision about agents. Follows the store at each commit. */
export class AgentTree {
  #parents = new Map<number, number>()
  #children = new Map<number, number[]>()

  async load(store: Store): Promise<void> {
    this.#parents = new Map()
    this.#children = new Map()
    for (const { id, parentId } of await store.read((unit) => unit.agents.parents())) this.adopt(id, parentId)
  }

  /** The agent above never changes later. */
  adopt(id: number, parentId: number): void {
    if (this.#parents.has(id)) return
    this.#parents.set(id, parentId)
    this.#children.set(parentId, [...(this.#children.get(parentId) ?? []), id])
  }

  parentOf(id: number): number | null {
    return this.#parents.get(id) ?? null
  }

  /** The agent first, then the agent above, and so on. */
  chainOf(id: number): number[] {
    const chain: number[] = []
    for (let at: number | null = id; at !== null && chain.length < MAX_AGENT_LEVELS; at = this.parentOf(at))
      chain.push(at)
    return chain
  }

  /** 1 for an agent without an agent above. */
  levelOf(id: number): number {
    return this.chainOf(id).length
  }

  /** Agents directly below, and those below them. */
  below(id: number): number[] {
    return (this.#children.get(id) ?? []).flatMap((child) => [child, ...this.below(child)])
  }
}
