import type { ServerCopy } from '../../contract/records/server-copy.ts'
import type { Copy } from '../../copies/copies.ts'
import type { Store } from '../../store/store.ts'

interface Parts {
  readonly store: Store
  readonly copy: Pick<Copy, 'isShared' | 'name' | 'standing'>
}

/** The copies of this server, for the person who runs them. */
export class CopyList {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The copies of the last minutes, the oldest first. Empty for a server of one copy. */
  async read(): Promise<ServerCopy[]> {
    const { store, copy } = this.#parts
    if (!copy.isShared) return []
    const steward = await store.read((unit) => unit.steward.find())
    return copy.standing.known.map(
      ({ name, host, process, version, startedAt, silentMs, lagMs, clockMs }) => ({
        ...{ name, host, process, version },
        started_at: startedAt,
        silent_ms: silentMs,
        lag_ms: lagMs,
        clock_ms: clockMs,
        steward: steward?.copy === name,
        here: copy.name === name,
      }),
    )
  }
}
