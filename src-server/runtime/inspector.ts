import type { LoggedCall } from '../contract/raw-call.ts'
import { CODE } from '../contract/error-codes.ts'
import type { Clock, Log } from '../contract/ports.ts'
import type { InspectedCall } from '../contract/records/inspected-call.ts'
import type { ApplicationRegistry } from '../services/applications/application-registry.ts'
import type { CallInspector } from '../services/applications/call-tools.ts'
import { NotPreviewable } from '../services/refused.ts'
import { admit, answerAgain, askEndpoint, type Admission, type Admitted } from './admission.ts'
import type { Answer } from './answers.ts'
import type { RawCall } from './call.ts'
import type { CallLog } from './call-log.ts'
import type { Endpoint, RuntimeServices } from './endpoint.ts'
import { explain } from './explain.ts'
import { passGuards } from './request-context.ts'
import { readPastedRequest } from './pasted-request.ts'
import type { ReplayMemory } from './replay-memory.ts'

interface Parts {
  readonly registry: ApplicationRegistry
  readonly endpoints: ReadonlyMap<string, Endpoint>
  readonly replays: ReplayMemory
  /** The endpoints' services for one preview. No change made with them remains. */
  readonly createPreview: () => RuntimeServices
  readonly calls: CallLog
  readonly clock: Clock
  readonly log: Log
}

/**
 * The traffic inspector: shows received calls and explains pasted requests. It reads a request in the same
 * way as the pipeline.
 */
export class Inspector implements CallInspector {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Reads the calls again with the application's present settings, but shows the original refusal. */
  newest(app: number, limit: number, onlyRefused: boolean): InspectedCall[] {
    const { registry, endpoints, calls } = this.#parts
    return calls
      .newest(app, onlyRefused ? Infinity : limit)
      .filter((call) => !onlyRefused || call.refusal !== undefined)
      .slice(0, limit)
      .map((call) => explain(call, passGuards(registry, endpoints, call.raw, call.at)))
  }

  async explain(app: number, request: string): Promise<InspectedCall | undefined> {
    const raw = readPastedRequest(request)
    if (raw === undefined) return undefined
    const at = this.#parts.clock.now()
    const admission = await this.#admit(raw, at)
    const { context } = admission
    if (context.app !== undefined && context.app.settings.id !== app) return undefined
    const refusal = admission.outcome === 'refused' ? admission.refusal : undefined
    const call: LoggedCall = { at, raw, cut: false, refusal }
    return { ...explain(call, context), outcome: await this.#preview(admission) }
  }

  async #admit(raw: RawCall, at: number): Promise<Admission> {
    const admission = admit(this.#parts, raw, at)
    if (admission.outcome !== 'admitted' || admission.used === undefined) return admission
    const isUsed = await this.#parts.replays.learn(admission.used)
    return isUsed ? admit(this.#parts, raw, at) : admission
  }

  /** The code that the call would get, by a preview. */
  async #preview(admission: Admission): Promise<number | null> {
    const { createPreview } = this.#parts
    switch (admission.outcome) {
      case 'refused':
        return null
      case 'closed':
        return CODE.loginClosed
      case 'crowded':
        return CODE.failure
      case 'repeated':
        return this.#ask(admission, () => answerAgain(admission, createPreview))
      case 'admitted':
        return this.#ask(admission, () => askEndpoint(admission, createPreview()))
    }
  }

  async #ask({ endpoint }: Admitted, ask: () => Answer | Promise<Answer>): Promise<number | null> {
    try {
      return codeOf(await ask())
    } catch (error) {
      if (error instanceof NotPreviewable) return null
      this.#parts.log.error('inspector.preview', error, { api: endpoint.name })
      return CODE.internal
    }
  }
}

/** A reply without an envelope has no code and counts as a success. */
function codeOf({ answer }: Answer): number {
  return 'code' in answer ? answer.code : CODE.success
}
