import type { ClockTrust } from '../services/platform/clock-trust.ts'
import type { RawCall } from './call.ts'
import type { CallObserver } from './pipeline.ts'
import type { Refusal, RequestContext } from './request-context.ts'

/** Passes every call on, and tells a doubted clock of signed calls whose own time is inside the window. */
export class ClockWitness implements Pick<CallObserver, 'received'> {
  readonly #next: Pick<CallObserver, 'received'>
  readonly #clock: Pick<ClockTrust, 'agree'>

  constructor(next: Pick<CallObserver, 'received'>, clock: Pick<ClockTrust, 'agree'>) {
    this.#next = next
    this.#clock = clock
  }

  received(raw: RawCall, context: RequestContext, refusal: Refusal | undefined): void {
    this.#next.received(raw, context, refusal)
    const { signature, app, ip } = context
    const isTimed = signature !== undefined && app !== undefined && app.settings.window > 0
    // A program on this machine has the same clock.
    if (isTimed && refusal === undefined && !/^(::ffff:)?127\.|^::1$/.test(ip)) this.#clock.agree(ip)
  }
}
