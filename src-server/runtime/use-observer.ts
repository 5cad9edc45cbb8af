import type { CallUseCounter } from '../services/applications/call-uses.ts'
import type { RawCall } from './call.ts'
import { sentSignature } from './guards.ts'
import type { CallObserver } from './pipeline.ts'
import type { Refusal, RequestContext } from './request-context.ts'

/** Passes every call on, and counts what the calls used that the guards let through. */
export class UseObserver implements Pick<CallObserver, 'received'> {
  readonly #next: Pick<CallObserver, 'received'>
  readonly #uses: CallUseCounter

  constructor(next: Pick<CallObserver, 'received'>, uses: CallUseCounter) {
    this.#next = next
    this.#uses = uses
  }

  received(raw: RawCall, context: RequestContext, refusal: Refusal | undefined): void {
    this.#next.received(raw, context, refusal)
    const { app, signed, outer, value, origin, now } = context
    if (app === undefined || refusal !== undefined) return
    const used = {
      signed: sentSignature(signed, outer) !== '',
      encrypted: signed !== outer,
      https: origin.startsWith('https:'),
      valued: value !== '',
    }
    this.#uses.note(app.settings.id, used, now)
  }
}
