import { MAX_AGENT_LEVELS } from '../../contract/sales-names.ts'
import type { Store } from '../../store/store.ts'

/** Which agent is above which, in memory for every decision of one. */
export class AgentTree {
  #parents = new Map<number, number>()
  #children = new Map<number, number[]>()

  async load(store: Store): Promise<void> {
    this.#parents = new Map()
    this.#children = new Map()
    for (const { id, parentId } of await store.read((unit) => unit.agents.parents())) this.adopt(id, parentId)
  }

  /** An agent as it was just committed, below another one. Nobody gets another one above it later. */
  adopt(id: number, parentId: number): void {
    if (this.#parents.has(id)) return
    this.#parents.set(id, parentId)
    this.#children.set(parentId, [...(this.#children.get(parentId) ?? []), id])
  }

  parentOf(id: number): number | null {
    return this.#parents.get(id) ?? null
  }

  /** Itself first, then the one above it, and so on. */
  chainOf(id: number): number[] {
    const chain: number[] = []
    for (let at: number | null = id; at !== null && chain.length < MAX_AGENT_LEVELS; at = this.parentOf(at))
      chain.push(at)
    return chain
  }

  /** 1 for an agent of developers alone. */
  levelOf(id: number): number {
    return this.chainOf(id).length
  }

  /** Those directly below it, and those below them. */
  below(id: number): number[] {
    return (this.#children.get(id) ?? []).flatMap((child) => [child, ...this.below(child)])
  }
}
