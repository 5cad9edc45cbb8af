import type { LoggedCall } from '../contract/raw-call.ts'
import type { RawCall } from './call.ts'
import type { RequestContext, Refusal } from './request-context.ts'
import type { CallObserver } from './pipeline.ts'

/** Calls kept for each application, and bytes kept of each body. */
const CALLS_KEPT = 200
const BYTES_KEPT = 4096

interface CallsOfApp {
  readonly app: number
  readonly calls: readonly LoggedCall[]
}

interface Kept {
  readonly calls: LoggedCall[]
  /** The calls of this copy that the others don't have yet. */
  unshared: LoggedCall[]
}

/** The last calls of each application, at all copies of the server. In memory only, because calls hold customers' data. */
export class CallLog implements Pick<CallObserver, 'received'> {
  readonly #apps = new Map<number, Kept>()

  received(raw: RawCall, context: RequestContext, refusal: Refusal | undefined): void {
    const app = context.app?.settings.id
    if (app === undefined) return
    const kept = this.#of(app)
    const cut = raw.body.length > BYTES_KEPT
    // A copy, because a slice of a Buffer would keep the whole Buffer in memory.
    const short = cut ? { ...raw, body: new Uint8Array(raw.body.subarray(0, BYTES_KEPT)) } : raw
    const call: LoggedCall = { at: context.now, raw: short, cut, refusal }
    keep(kept.calls, call)
    keep(kept.unshared, call)
  }

  /** @returns the newest calls first */
  newest(app: number, limit: number): LoggedCall[] {
    return (this.#apps.get(app)?.calls ?? []).slice(-Math.min(limit, CALLS_KEPT)).reverse()
  }

  /** Adds calls that another copy of the server received. */
  follow({ app, calls }: CallsOfApp): void {
    const kept = this.#of(app)
    for (const call of calls) keep(kept.calls, call)
  }

  /** The newest calls of this copy that the others don't have yet. */
  takeUnshared(): CallsOfApp[] {
    return [...this.#apps].flatMap(([app, kept]) => {
      if (kept.unshared.length === 0) return []
      const calls = kept.unshared.slice(-CALLS_KEPT)
      kept.unshared = []
      return [{ app, calls }]
    })
  }

  #of(app: number): Kept {
    let kept = this.#apps.get(app)
    if (kept === undefined) this.#apps.set(app, (kept = { calls: [], unshared: [] }))
    return kept
  }
}

/** The list grows to twice the limit before the older half goes: shifting an array at each call would cost more. */
function keep(calls: LoggedCall[], call: LoggedCall): void {
  calls.push(call)
  if (calls.length >= 2 * CALLS_KEPT) calls.splice(0, CALLS_KEPT)
}
