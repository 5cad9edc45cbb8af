import type { RiskNote } from '../../domain/risk/risk.ts'
import type { Store } from '../../store/store.ts'

/** Acknowledgements of risks, in memory: counting risks needs no query. Follows the store at each commit. */
export class RiskNotes {
  readonly #notes = new Map<string, RiskNote>()

  async load(store: Store): Promise<void> {
    this.#notes.clear()
    for (const note of await store.read((unit) => unit.risks.notes())) this.put(note)
  }

  find(key: string): RiskNote | undefined {
    return this.#notes.get(key)
  }

  put(note: RiskNote): void {
    this.#notes.set(note.key, note)
  }

  /** Drops the acknowledgements of risks that are gone. @returns their keys, for the store */
  drop(isGone: (note: RiskNote) => boolean): string[] {
    const gone = [...this.#notes.values()].filter(isGone).map(({ key }) => key)
    for (const key of gone) this.#notes.delete(key)
    return gone
  }
}
