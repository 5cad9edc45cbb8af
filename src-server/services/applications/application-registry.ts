import type { Application } from '../../domain/application/application.ts'
import {
  isCapability,
  OPEN_API,
  type ApiStatus,
  type ApiState,
  type Grant,
} from '../../domain/application/capability.ts'
import type { Store } from '../../store/store.ts'

/**
 * An application as calls use it: its settings, its grants, and its counter. A change creates a new object, so a call
 * is answered with the settings that it came in under: openrc42 switches on encryption, but its own answer is not
 * encrypted yet.
 */
export interface HostedApplication {
  readonly settings: Application
  readonly grants: Map<string, Grant>
  /** Calls that passed the guards, with those not yet stored. */
  calls: number
}

/**
 * All applications in memory: a call needs no query for its application. Follows the store at each commit.
 */
export class ApplicationRegistry {
  readonly #hosted = new Map<number, HostedApplication>()
  readonly #apis = new Map<string, ApiStatus>()
  readonly #hooks = new Set<() => void>()
  #counted = new Map<number, number>()

  /** Calls the hook after an application was added, changed or removed. */
  onChange(hook: () => void): void {
    this.#hooks.add(hook)
  }

  find(id: number): HostedApplication | undefined {
    return this.#hosted.get(id)
  }

  all(): Iterable<HostedApplication> {
    return this.#hosted.values()
  }

  /** Platform-wide state of an API; undefined is open. */
  apiState(api: string): ApiState | undefined {
    return this.#apis.get(api)?.state
  }

  apiStatus(api: string): ApiStatus {
    return this.#apis.get(api) ?? OPEN_API
  }

  /** The operator who owns an application; 0, nobody, for an unknown one. */
  ownerOf(id: number): number {
    return this.#hosted.get(id)?.settings.ownerId ?? 0
  }

  /** @param application as committed; one that is older than the known one changes nothing */
  put(application: Application): void {
    const known = this.#hosted.get(application.id)
    if (known !== undefined && known.settings.revision > application.revision) return
    this.#hosted.set(application.id, {
      settings: application,
      grants: known?.grants ?? new Map<string, Grant>(),
      calls: known?.calls ?? application.apiTotal,
    })
    this.#callHooks()
  }

  remove(id: number): void {
    this.#hosted.delete(id)
    this.#counted.delete(id)
    this.#callHooks()
  }

  putGrants(appId: number, grants: ReadonlyMap<string, Grant>): void {
    const hosted = this.#hosted.get(appId)
    if (hosted === undefined) return
    hosted.grants.clear()
    for (const [api, grant] of grants) if (isCapability(api)) hosted.grants.set(api, grant)
  }

  /** @param total the stored calls, with those that this copy and others counted */
  putCalls(appId: number, total: number): void {
    const hosted = this.#hosted.get(appId)
    if (hosted !== undefined) hosted.calls = Math.max(hosted.calls, total + (this.#counted.get(appId) ?? 0))
  }

  putApi(api: string, status: ApiStatus): void {
    this.#apis.set(api, status)
  }

  count(hosted: HostedApplication): void {
    hosted.calls++
    const { id } = hosted.settings
    this.#counted.set(id, (this.#counted.get(id) ?? 0) + 1)
  }

  /** Stores the calls counted since the last time. */
  async saveCalls(store: Store): Promise<void> {
    if (this.#counted.size === 0) return
    const counted = this.#counted
    this.#counted = new Map()
    await store.write(
      async (unit) => {
        for (const [id, total] of await unit.applications.addCalls(counted)) unit.changed('calls', id, total)
      },
      { durable: false, lane: 'row' },
    )
  }

  async load(store: Store): Promise<void> {
    await store.read(async (unit) => {
      for (const application of await unit.applications.all()) this.put(application)
      for (const [api, status] of await unit.capabilities.states())
        if (isCapability(api)) this.#apis.set(api, status)
      for (const { appId, api, ...grant } of await unit.capabilities.grants())
        if (isCapability(api)) this.#hosted.get(appId)?.grants.set(api, grant)
    })
  }

  #callHooks(): void {
    for (const hook of this.#hooks) hook()
  }
}
