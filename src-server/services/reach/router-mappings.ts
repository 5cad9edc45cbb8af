import type { RouterMapping } from './router-mapping.ts'

/** All ports of the router that lead to this server, one after the other: many routers answer one call at a time. */
export class RouterMappings {
  readonly #mappings: readonly Pick<RouterMapping, 'look' | 'close'>[]

  constructor(mappings: readonly Pick<RouterMapping, 'look' | 'close'>[]) {
    this.#mappings = mappings
  }

  async look(): Promise<void> {
    for (const mapping of this.#mappings) await mapping.look()
  }

  async close(): Promise<void> {
    for (const mapping of this.#mappings) await mapping.close()
  }
}
