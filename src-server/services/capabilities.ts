import type { Clock } from '../contract/ports.ts'
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
import { audit } from './audit-trail.ts'

interface Parts {
  readonly store: Store
  readonly registry: ApplicationRegistry
  readonly applications: Applications
  readonly clock: Clock
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
    return RUNTIME_APIS.map((api) => this.#stateRecord(api))
  }

  /** Members that aren't named stay as they are. */
  async setState(
    actor: Actor,
    api: RuntimeApi,
    change: { readonly state?: ApiState | undefined; readonly priceText?: string | undefined },
  ): Promise<ApiStateRecord> {
    const { store, registry, clock } = this.#parts
    await store.write(
      async (unit) => {
        const before = registry.apiStanding(api)
        const after = {
          state: change.state ?? before.state,
          priceText: change.priceText ?? before.priceText,
        }
        await unit.capabilities.setState(api, after)
        const subject = { kind: 'capability', id: api, label: api }
        await audit(unit, actor, clock.now(), { action: 'capability_set', subject, before, after })
        unit.afterCommit(() => {
          registry.putApi(api, after)
        })
      },
      { durable: true },
    )
    return this.#stateRecord(api)
  }

  /** @throws Refused 404 */
  ofApplication(actor: Actor, app: number): CapabilityRecord[] {
    this.#parts.applications.require(actor, app)
    return RUNTIME_APIS.map((api) => this.#record(app, api))
  }

  /** @throws Refused 404 */
  async grant(actor: Actor, app: number, api: RuntimeApi, change: GrantChange): Promise<CapabilityRecord> {
    const { store, registry, applications, clock } = this.#parts
    const { ownerId } = applications.require(actor, app)
    await store.write(
      async (unit) => {
        const before = this.#grantOf(app, api)
        const grant: Grant = {
          granted: change.granted,
          expiresAt: change.expires === undefined ? (before?.expiresAt ?? null) : change.expires,
          sign: change.sign === undefined ? (before?.sign ?? null) : change.sign,
        }
        await unit.capabilities.setGrant(app, api, grant)
        await audit(unit, actor, clock.now(), {
          action: 'app_capability_set',
          subject: { kind: 'capability', id: `${app}:${api}`, label: api },
          app,
          owner: ownerId,
          before: before ?? { granted: isGrantedByDefault(api), expiresAt: null, sign: null },
          after: grant,
        })
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
    return {
      ...this.#stateRecord(api),
      granted: grant?.granted ?? isGrantedByDefault(api),
      expires: grant?.expiresAt ?? null,
      sign: grant?.sign ?? null,
    }
  }

  #stateRecord(api: RuntimeApi): ApiStateRecord {
    const { state, priceText } = this.#parts.registry.apiStanding(api)
    return { api, state, price_text: priceText, granted_by_default: isGrantedByDefault(api) }
  }

  #grantOf(app: number, api: RuntimeApi): Grant | undefined {
    return this.#parts.registry.find(app)?.grants.get(api)
  }
}
