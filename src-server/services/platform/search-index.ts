import type { Store } from '../../store/store.ts'

/** Some milliseconds of work: calls of EAs wait for it. */
const ROWS_A_TURN = 64

/** Keeps the indexes of searches up with what is written (store/repositories/search-index.ts). */
export class SearchIndex {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  /** Puts the next rows into it, if there are any. */
  async keepUp(): Promise<void> {
    const isBehind = await this.#store.read((unit) => unit.searchIndex.isBehind())
    if (!isBehind) return
    await this.#store.write((unit) => unit.searchIndex.catchUp(ROWS_A_TURN), { durable: false })
  }
}
