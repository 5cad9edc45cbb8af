import { CONSOLE } from '../../contract/error-codes.ts'
import { namedMembers } from '../../contract/spelling.ts'
import type { Clock } from '../../contract/ports.ts'
import {
  CAPABILITIES,
  type ApiState,
  type ApiStateRecord,
  type Capability,
  type CapabilityRecord,
} from '../../contract/records/capability.ts'
import type { Actor } from '../../domain/access/scope.ts'
import {
  defaultGrant,
  HANDS_OUT_KEYS,
  OPEN_API,
  type DevelopersSwitches,
  type Grant,
  type OwnersGrant,
} from '../../domain/application/capability.ts'
import type { Store } from '../../store/store.ts'
import type { ApplicationRegistry } from './application-registry.ts'
import type { Applications } from './applications.ts'
import { audit } from '../platform/audit-trail.ts'
import { Refused } from '../refused.ts'

interface Parts {
  readonly store: Store
  readonly registry: ApplicationRegistry
  readonly applications: Applications
  readonly clock: Clock
}

/** Members of a change; undefined leaves a member as it is. */
type Named<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** The capabilities of an application, and which of the two fields the actor writes. */
interface ApplicationCapabilities {
  readonly rows: CapabilityRecord[]
  readonly may_grant: boolean
  readonly may_switch: boolean
}

/**
 * Which APIs are open, and to which applications (the specification, the third step of a runtime call). Calls follow
 * at the commit.
 */
export class Capabilities {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  states(): ApiStateRecord[] {
    return CAPABILITIES.map((api) => this.#stateRecord(api))
  }

  /** Members that are left out stay as they are. */
  async setState(
    actor: Actor,
    api: Capability,
    change: { readonly state?: ApiState | undefined; readonly priceText?: string | undefined },
  ): Promise<ApiStateRecord> {
    const { store, clock } = this.#parts
    await store.write(
      async (unit) => {
        const before = (await unit.capabilities.states()).get(api) ?? OPEN_API
        const after = {
          state: change.state ?? before.state,
          priceText: change.priceText ?? before.priceText,
        }
        await unit.capabilities.setState(api, after)
        const subject = { kind: 'capability', id: api, label: api }
        await audit(unit, actor, clock.now(), { action: 'capability_set', subject, before, after })
        unit.changed('api', api)
      },
      { durable: true },
    )
    return this.#stateRecord(api)
  }

  /** @throws Refused 404 */
  ofApplication(actor: Actor, app: number): ApplicationCapabilities {
    const { ownerId } = this.#parts.applications.require(actor, app)
    return {
      rows: CAPABILITIES.map((api) => this.#record(app, api)),
      may_grant: actor.role === 'owner' && actor.permissions.includes('platform'),
      may_switch: ownerId === actor.operatorId && actor.permissions.includes('applications.edit'),
    }
  }

  /** Writes the owner's field. @throws Refused 404 */
  async grant(
    actor: Actor,
    app: number,
    api: Capability,
    change: Named<OwnersGrant>,
  ): Promise<CapabilityRecord> {
    this.#parts.applications.require(actor, app)
    return this.#change(actor, app, api, 'app_capability_set', namedMembers(change))
  }

  /** Writes the developer's field. @throws Refused 404; 403 for an application of another developer */
  async switch(
    actor: Actor,
    app: number,
    api: Capability,
    change: Named<DevelopersSwitches>,
  ): Promise<CapabilityRecord> {
    const { ownerId } = this.#parts.applications.require(actor, app)
    if (ownerId !== actor.operatorId)
      throw new Refused(CONSOLE.forbidden, 'Only the developer of an application switches its APIs')
    return this.#change(actor, app, api, 'app_api_set', namedMembers(change))
  }

  /** Reads the grant in the unit of work: the other field may change in the same commit. */
  async #change(
    actor: Actor,
    app: number,
    api: Capability,
    action: 'app_capability_set' | 'app_api_set',
    change: Partial<Grant>,
  ): Promise<CapabilityRecord> {
    const { store, registry, clock } = this.#parts
    await store.write(
      async (unit) => {
        const before = (await unit.capabilities.findGrant(app, api)) ?? defaultGrant(api)
        const after = { ...before, ...change }
        await unit.capabilities.changeGrant(app, api, change, before)
        await audit(unit, actor, clock.now(), {
          action,
          subject: { kind: 'capability', id: `${app}:${api}`, label: api },
          app,
          owner: registry.ownerOf(app),
          before,
          after,
        })
        unit.changed('grants', app)
      },
      { durable: true },
    )
    return this.#record(app, api)
  }

  #record(app: number, api: Capability): CapabilityRecord {
    const grant = this.#parts.registry.find(app)?.grants.get(api) ?? defaultGrant(api)
    const platform = this.#stateRecord(api)
    return {
      ...platform,
      price_text: grant.priceText || platform.price_text,
      granted: grant.granted,
      expires: grant.expiresAt,
      own_price_text: grant.priceText,
      on: grant.switchedOn,
      sign: grant.sign,
    }
  }

  #stateRecord(api: Capability): ApiStateRecord {
    const { state, priceText } = this.#parts.registry.apiStatus(api)
    return { api, state, price_text: priceText, hands_out_keys: HANDS_OUT_KEYS.has(api) }
  }
}
