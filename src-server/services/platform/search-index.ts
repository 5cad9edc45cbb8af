import type { Store } from '../../store/store.ts'

/** Some milliseconds of work: calls of EAs wait for it. */
const ROWS_A_TURN = 64

/** Updates the search indexes after writes (store/repositories/search-index.ts). */
export class SearchIndex {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  /** Adds the next rows to the index, if any. */
  async keepUp(): Promise<void> {
    const isBehind = await this.#store.read((unit) => unit.searchIndex.isBehind(), { single: true })
    if (!isBehind) return
    await this.#store.write((unit) => unit.searchIndex.catchUp(ROWS_A_TURN), { durable: false })
  }
}
