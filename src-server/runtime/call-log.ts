import type { RawCall } from './call.ts'
import type { RequestContext, Refusal } from './request-context.ts'
import type { CallObserver } from './pipeline.ts'

/** A received call and its outcome. The inspector decodes a call only when somebody opens it. */
export interface LoggedCall {
  /** Unix seconds. */
  readonly at: number
  readonly raw: RawCall
  /** True when the log kept only the beginning of the body. */
  readonly cut: boolean
  readonly refusal: Refusal | undefined
}

/** Calls kept for each application, and bytes kept of each body. */
const CALLS_KEPT = 200
const BYTES_KEPT = 4096

/** The last calls of each application. In memory only, because calls hold customers' data. */
export class CallLog implements Pick<CallObserver, 'received'> {
  readonly #calls = new Map<number, LoggedCall[]>()

  received(raw: RawCall, context: RequestContext, refusal: Refusal | undefined): void {
    const app = context.app?.settings.id
    if (app === undefined) return
    let calls = this.#calls.get(app)
    if (calls === undefined) this.#calls.set(app, (calls = []))
    const cut = raw.body.length > BYTES_KEPT
    // A copy, because a slice of a Buffer would keep the whole Buffer in memory.
    const kept = cut ? { ...raw, body: new Uint8Array(raw.body.subarray(0, BYTES_KEPT)) } : raw
    calls.push({ at: context.now, raw: kept, cut, refusal })
    // The list grows to twice the limit before the older half goes: shifting an array at each call would cost
    // more.
    if (calls.length >= 2 * CALLS_KEPT) calls.splice(0, CALLS_KEPT)
  }

  /** @returns the newest calls first */
  newest(app: number, limit: number): LoggedCall[] {
    return (this.#calls.get(app) ?? []).slice(-Math.min(limit, CALLS_KEPT)).reverse()
  }
}
