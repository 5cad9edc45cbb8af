import type { Followers } from '../../copies/followers.ts'
import type { RiskNote } from '../../domain/risk/risk.ts'
import type { Store } from '../../store/store.ts'

/** Acknowledgements of risks, in memory: counting risks needs no query. Follows the store at each commit. */
export class RiskNotes {
  readonly #notes = new Map<string, RiskNote>()

  follow(followers: Followers): void {
    followers.add('riskNote', {
      read: async (unit, keys) => (await unit.risks.notes(keys)).map((note) => [note.key, note]),
      take: (key, note) => {
        if (note === undefined) this.#notes.delete(key)
        else this.put(note)
      },
    })
  }

  async load(store: Store): Promise<void> {
    this.#notes.clear()
    for (const note of await store.read((unit) => unit.risks.notes())) this.put(note)
  }

  find(key: string): RiskNote | undefined {
    return this.#notes.get(key)
  }

  all(): Iterable<RiskNote> {
    return this.#notes.values()
  }

  put(note: RiskNote): void {
    this.#notes.set(note.key, note)
  }
}
