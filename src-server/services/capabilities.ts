import {
  RUNTIME_APIS,
  type ApiState,
  type ApiStateRecord,
  type CapabilityRecord,
  type RuntimeApi,
} from '../contract/records/capability.ts'
import type { Actor } from '../domain/access/scope.ts'
import { isGrantedByDefault, type Grant } from '../domain/application/capability.ts'
import type { Store } from '../store/store.ts'
import type { ApplicationRegistry } from './application-registry.ts'
import type { Applications } from './applications.ts'

interface Parts {
  readonly store: Store
  readonly registry: ApplicationRegistry
  readonly applications: Applications
}

/** The members a grant names; undefined leaves one as it is. */
export interface GrantChange {
  readonly granted: boolean
  readonly expires?: number | null | undefined
  readonly sign?: boolean | null | undefined
}

/** Which API is open, and to which application (specification, the third step of a runtime call). Calls follow at the commit. */
export class Capabilities {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  states(): ApiStateRecord[] {
    return RUNTIME_APIS.map((api) => ({ api, state: this.#stateOf(api) }))
  }

  async setState(api: RuntimeApi, state: ApiState): Promise<ApiStateRecord> {
    const { store, registry } = this.#parts
    await store.write(
      async (unit) => {
        await unit.capabilities.setState(api, state)
        unit.afterCommit(() => {
          registry.putState(api, state)
        })
      },
      { durable: true },
    )
    return { api, state }
  }

  /** @throws Refused 404 */
  ofApplication(actor: Actor, app: number): CapabilityRecord[] {
    this.#parts.applications.require(actor, app)
    return RUNTIME_APIS.map((api) => this.#record(app, api))
  }

  /** @throws Refused 404 */
  async grant(actor: Actor, app: number, api: RuntimeApi, change: GrantChange): Promise<CapabilityRecord> {
    const { store, registry, applications } = this.#parts
    applications.require(actor, app)
    await store.write(
      async (unit) => {
        const before = this.#grantOf(app, api)
        const grant: Grant = {
          granted: change.granted,
          expiresAt: change.expires === undefined ? (before?.expiresAt ?? null) : change.expires,
          sign: change.sign === undefined ? (before?.sign ?? null) : change.sign,
        }
        await unit.capabilities.setGrant(app, api, grant)
        unit.afterCommit(() => {
          registry.putGrant(app, api, grant)
        })
      },
      { durable: true },
    )
    return this.#record(app, api)
  }

  #record(app: number, api: RuntimeApi): CapabilityRecord {
    const grant = this.#grantOf(app, api)
    const byDefault = isGrantedByDefault(api)
    return {
      api,
      state: this.#stateOf(api),
      granted_by_default: byDefault,
      granted: grant?.granted ?? byDefault,
      expires: grant?.expiresAt ?? null,
      sign: grant?.sign ?? null,
    }
  }

  #stateOf(api: RuntimeApi): ApiState {
    return this.#parts.registry.apiState(api) ?? 'open'
  }

  #grantOf(app: number, api: RuntimeApi): Grant | undefined {
    return this.#parts.registry.find(app)?.grants.get(api)
  }
}
