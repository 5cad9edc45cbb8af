import type { Clock, LinkResolver } from '../../contract/ports.ts'
import {
  isSameLink,
  UNRESOLVED,
  type AppFile,
  type FileLink,
  type FileResolution,
} from '../../domain/file/file.ts'
import type { Store } from '../../store/store.ts'

interface Parts {
  readonly store: Store
  readonly links: LinkResolver
  readonly clock: Clock
}

/** Resolved addresses of shared links expire after some hours. */
export const RESOLVED_FOR_SECONDS = 6 * 3600
/** Files resolved at one turn of the chore. */
const MOST_AT_ONCE = 50

/** Resolves shared links of files: when a file is saved and by a chore, never while a call waits. */
export class FileLinks {
  readonly #parts: Parts
  #closed = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async resolve({ kind, url, password }: FileLink): Promise<FileResolution> {
    if (kind === 'direct') return UNRESOLVED
    const { links, clock } = this.#parts
    const found = await links.resolve(url, password)
    return 'url' in found
      ? { resolvedUrl: found.url, resolvedAt: clock.now(), resolveError: '' }
      : { resolvedUrl: '', resolvedAt: clock.now(), resolveError: found.failed }
  }

  /** Resolves old links again, one after the other. */
  async resolveDue(): Promise<void> {
    const { store, clock } = this.#parts
    const before = clock.now() - RESOLVED_FOR_SECONDS
    for (const file of await store.read((unit) => unit.files.toResolve(before, MOST_AT_ONCE))) {
      if (this.#closed) return
      await this.#keep(file, await this.resolve(file))
    }
  }

  /** The store is about to close: results of look-ups under way are dropped. */
  close(): void {
    this.#closed = true
  }

  /** The file was changed during the look-up: the change has its own look-up. */
  async #keep(file: AppFile, resolution: FileResolution): Promise<void> {
    if (this.#closed) return
    await this.#parts.store.write(
      async ({ files }) => {
        const current = await files.findInScope({ kind: 'everything' }, file.id)
        if (current !== undefined && isSameLink(current, file)) await files.update(file.id, resolution)
      },
      { durable: false },
    )
  }
}
