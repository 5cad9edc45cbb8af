import type { LoggedCall } from '../contract/raw-call.ts'
import type { RawCall } from './call.ts'
import type { RequestContext, Refusal } from './request-context.ts'
import type { CallObserver } from './pipeline.ts'

/** Calls kept for each application, and bytes kept of each body. */
const CALLS_KEPT = 200
const BYTES_KEPT = 4096
/** Calls of a frame for the other copies, of all applications together: each costs them as much as ten pulses. */
const SHARED_AT_ONCE = 50

interface CallsOfApp {
  readonly app: number
  readonly calls: readonly LoggedCall[]
}

/**
 * The last calls of each application, at all copies of the server. In memory only, because calls hold customers' data.
 * A copy that gets many calls shares the newest ones alone.
 */
export class CallLog implements Pick<CallObserver, 'received'> {
  readonly #kept = new Map<number, LoggedCall[]>()
  /** The calls of this copy that the others don't have yet. The application that has waited the longest comes first. */
  readonly #unshared = new Map<number, LoggedCall[]>()

  received(raw: RawCall, context: RequestContext, refusal: Refusal | undefined): void {
    const app = context.app?.settings.id
    if (app === undefined) return
    const cut = raw.body.length > BYTES_KEPT
    // A copy, because a slice of a Buffer would keep the whole Buffer in memory.
    const short = cut ? { ...raw, body: new Uint8Array(raw.body.subarray(0, BYTES_KEPT)) } : raw
    const call: LoggedCall = { at: context.now, raw: short, cut, refusal }
    keep(listOf(this.#kept, app), call)
    keep(listOf(this.#unshared, app), call)
  }

  /** @returns the newest calls first */
  newest(app: number, limit: number): LoggedCall[] {
    return (this.#kept.get(app) ?? []).slice(-Math.min(limit, CALLS_KEPT)).reverse()
  }

  /** Adds calls that another copy of the server received. */
  follow({ app, calls }: CallsOfApp): void {
    const kept = listOf(this.#kept, app)
    for (const call of calls) keep(kept, call)
  }

  /** The newest calls of this copy that the others don't have yet, of each application as many. */
  takeUnshared(): CallsOfApp[] {
    const taken = [...this.#unshared].slice(0, SHARED_AT_ONCE)
    const each = Math.floor(SHARED_AT_ONCE / taken.length)
    for (const [app] of taken) this.#unshared.delete(app)
    return taken.map(([app, calls]) => ({ app, calls: calls.slice(-each) }))
  }
}

function listOf(lists: Map<number, LoggedCall[]>, app: number): LoggedCall[] {
  let list = lists.get(app)
  if (list === undefined) lists.set(app, (list = []))
  return list
}

/** The list grows to twice the limit before the older half goes: shifting an array at each call would cost more. */
function keep(calls: LoggedCall[], call: LoggedCall): void {
  calls.push(call)
  if (calls.length >= 2 * CALLS_KEPT) calls.splice(0, CALLS_KEPT)
}
