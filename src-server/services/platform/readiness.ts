import type { Clock } from '../../contract/ports.ts'
import type { Copy } from '../../copies/copies.ts'
import type { Store } from '../../store/store.ts'

interface Parts {
  readonly store: Store
  readonly copy: Pick<Copy, 'isShared' | 'standing'>
  /** Whether the stored keys of applications can't be opened here: their calls are answered 171. */
  readonly secrets: { readonly isLocked: boolean }
  readonly clock: Clock
  /** Milliseconds by a clock that nobody sets. */
  readonly steadyMs: () => number
}

/** Anybody may ask. The storage is tried once in so many milliseconds, however often they ask. */
const TRIED_MS = 2000
/** The clock decides about licences: a copy whose clock is further off from the store's must not, milliseconds. */
const CLOCK_MS = 30_000
const KEY = 'ready_tried'

/** Whether calls that change something can succeed here. Balancers ask it. */
export class Readiness {
  readonly #parts: Parts
  #last: { readonly at: number; readonly isWritable: Promise<boolean> } | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  isReady(): Promise<boolean> {
    const { store, copy, secrets, steadyMs } = this.#parts
    const { isShared, standing } = copy
    // Another copy has the key.
    if (isShared && secrets.isLocked) return Promise.resolve(false)
    if (!standing.isCurrent || Math.abs(standing.clockMs) > CLOCK_MS) return Promise.resolve(false)
    if (store.condition.heldSince !== undefined) return Promise.resolve(false)
    const at = steadyMs()
    if (this.#last === undefined || at - this.#last.at >= TRIED_MS)
      this.#last = { at, isWritable: this.#try() }
    return this.#last.isWritable
  }

  /** Only a write shows that the disk has room. */
  async #try(): Promise<boolean> {
    const { store, clock } = this.#parts
    try {
      await store.write((unit) => unit.meta.set(KEY, String(clock.now())), { durable: false })
      return true
    } catch {
      return false
    }
  }
}
