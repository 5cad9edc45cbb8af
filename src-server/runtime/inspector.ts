import { CODE } from '../contract/error-codes.ts'
import type { Clock } from '../contract/ports.ts'
import type { InspectedCall } from '../contract/records/inspected-call.ts'
import type { ApplicationRegistry } from '../services/application-registry.ts'
import type { CallInspector } from '../services/call-inspector.ts'
import type { CallLog, LoggedCall } from './call-log.ts'
import type { Endpoint, RuntimeServices } from './endpoint.ts'
import { explain } from './explain.ts'
import { isClosedLogin } from './login-switch.ts'
import { readPastedRequest } from './pasted-request.ts'
import { passGuards, type Passage } from './passage.ts'

interface Parts {
  readonly registry: ApplicationRegistry
  readonly endpoints: ReadonlyMap<string, Endpoint>
  readonly services: RuntimeServices
  readonly log: CallLog
  readonly clock: Clock
}

/** The traffic inspector: calls that came, and requests that somebody wonders about. It reads them as the pipeline does. */
export class Inspector implements CallInspector {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Calls are read anew with the application's present settings; what refused them then is what is shown. */
  newest(app: number, limit: number, onlyRefused: boolean): InspectedCall[] {
    return this.#parts.log
      .newest(app, onlyRefused ? Infinity : limit)
      .filter((call) => !onlyRefused || call.refusal !== undefined)
      .slice(0, limit)
      .map((call) => explain(call, this.#pass(call)))
  }

  async explain(app: number, request: string): Promise<InspectedCall | undefined> {
    const raw = readPastedRequest(request)
    if (raw === undefined) return undefined
    const call: LoggedCall = { at: this.#parts.clock.now(), raw, cut: false, refusal: undefined }
    const passage = this.#pass(call)
    if (passage.app !== undefined && passage.app.settings.id !== app) return undefined
    const explained = explain({ ...call, refusal: passage.refusal }, passage)
    return { ...explained, outcome: await this.#foresee(passage) }
  }

  #pass(call: LoggedCall): Passage {
    const { registry, endpoints } = this.#parts
    return passGuards(registry, endpoints, call.raw, call.at)
  }

  async #foresee({ app, endpoint, given, ip, now, refusal }: Passage): Promise<number | null> {
    if (app === undefined || endpoint === undefined || refusal !== undefined) return null
    if (isClosedLogin(app, endpoint)) return CODE.loginClosed
    return endpoint.foresee === undefined
      ? null
      : endpoint.foresee({ app, params: given, ip, origin: '', now }, this.#parts.services)
  }
}
