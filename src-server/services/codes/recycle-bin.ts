import { RECYCLE_SECONDS } from '../../contract/limits.ts'
import type { Clock } from '../../contract/ports.ts'
import type { Store, WriteUnit } from '../../store/store.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import { audit, SERVER } from '../platform/audit-trail.ts'
import { slicesOf, TOGETHER } from '../../store/slices-of.ts'
import { withPauses } from '../with-pauses.ts'
import { breathe, CHUNK } from './code-walk.ts'

interface Parts {
  readonly store: Store
  readonly registry: ApplicationRegistry
  readonly clock: Clock
}

/** Codes read in one go. */
const SLICE = 2000

/** Deleted codes stay 30 days, then they are purged. */
export class RecycleBin {
  readonly #parts: Parts
  #closed = false
  #emptying: Promise<void> | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Purges the codes whose time in the bin is over, 500 codes in a unit of work. */
  async empty(): Promise<void> {
    this.#emptying ??= this.#empty().finally(() => (this.#emptying = undefined))
    await this.#emptying
  }

  /** Ends after the present unit of work. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#emptying
  }

  async #empty(): Promise<void> {
    const { store, clock } = this.#parts
    const before = clock.now() - RECYCLE_SECONDS
    const last = await store.read((unit) => unit.codes.lastId())
    for (let after = 0; after < last && !this.#closed; after += SLICE) {
      const slice = { after, upTo: after + SLICE }
      const recycled = await store.read((unit) =>
        unit.codes.between({ kind: 'everything' }, { filter: { state: 'recycled' } }, clock.now(), slice),
      )
      const due = recycled.filter(({ recycledAt }) => recycledAt !== null && recycledAt <= before)
      for (let from = 0; from < due.length; from += CHUNK) {
        const ids = due.slice(from, from + CHUNK).map(({ id }) => id)
        await store.write((unit) => this.#purge(unit, ids, before), { durable: true })
      }
      await breathe()
    }
  }

  async #purge(unit: WriteUnit, ids: readonly number[], before: number): Promise<void> {
    const { registry, clock } = this.#parts
    const gone = new Set<number>()
    // One may have been restored, or deleted again, after it was read.
    const due = (await unit.codes.byIds({ kind: 'everything' }, ids)).filter(
      ({ recycledAt }) => recycledAt !== null && recycledAt <= before,
    )
    for await (const part of withPauses(slicesOf(due, TOGETHER)))
      for (const id of await unit.codes.purge(part)) gone.add(id)
    const purgedOf = Map.groupBy(
      due.filter(({ id }) => gone.has(id)),
      ({ appId }) => appId,
    )
    for (const [app, codes] of purgedOf) {
      const purged = codes.map(({ id }) => id)
      await audit(unit, SERVER, clock.now(), {
        action: 'code_purge',
        subject: { kind: 'code', id: '', label: String(purged.length) },
        app,
        owner: registry.ownerOf(app),
        after: { kind: 'purge', count: purged.length, ids: purged.slice(0, 100) },
      })
    }
  }
}
