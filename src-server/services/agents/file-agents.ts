import type { Known } from '../../domain/access/known.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { Unit, WriteUnit } from '../../store/store.ts'
import { findWorker, putToWork } from './require-agent.ts'

/** The agents that the rows of a file name, each looked up once. */
export class FileAgents {
  readonly #unit: Unit
  readonly #actor: Actor
  readonly #known = new Map<number, Known<'agent'> | undefined>()

  constructor(unit: Unit, actor: Actor) {
    this.#unit = unit
    this.#actor = actor
  }

  /** Whether the row may name this agent; null and undefined name none. */
  async mayName(id: number | null | undefined): Promise<boolean> {
    if (id === null || id === undefined) return true
    if (!this.#known.has(id)) this.#known.set(id, (await findWorker(this.#unit, this.#actor, id))?.id)
    return this.#known.get(id) !== undefined
  }

  /** The agents work for the application's owner. @param at Unix seconds */
  async putToWork(unit: WriteUnit, owner: number, at: number): Promise<void> {
    for (const agent of this.#known.values()) await putToWork(unit, agent, [owner], at)
  }
}
