import { CONSOLE } from '../contract/error-codes.ts'
import type { ListQuery, Page } from '../contract/paging.ts'
import type { Clock, Random } from '../contract/ports.ts'
import type { ApplicationChange, ApplicationRecord } from '../contract/records/application.ts'
import { inside, onWire } from '../contract/spelling.ts'
import { scopeOf, type Actor } from '../domain/access/scope.ts'
import type { Application } from '../domain/application/application.ts'
import { defaultSettings, makeAppkey, makeRc4Key } from '../domain/application/create.ts'
import type { Store } from '../store/store.ts'
import type { DeviceRegistry } from '../telemetry/registry.ts'
import type { ApplicationRegistry } from './application-registry.ts'
import { Refused } from './refused.ts'
import type { UpdateAddresses } from './update-addresses.ts'

interface Parts {
  readonly store: Store
  readonly registry: ApplicationRegistry
  readonly devices: DeviceRegistry
  readonly updateAddresses: UpdateAddresses
  readonly clock: Clock
  readonly random: Random
}

export type ApplicationListQuery = ListQuery<'app' | 'name' | 'created_at'> & {
  readonly state?: Application['state'] | undefined
}

/** Applications as their owner manages them. */
export class Applications {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async create(actor: Actor, name: string): Promise<Application> {
    const { store, registry, clock, random } = this.#parts
    return store.write(
      async (unit) => {
        // The number is part of the RC4 key, so the key follows the insert.
        const made = await unit.applications.insert({
          ...defaultSettings(name),
          appkey: makeAppkey(random),
          rc4Key: '',
          ownerId: actor.operatorId,
          createdAt: clock.now(),
        })
        const application = await unit.applications.update(made.id, { rc4Key: makeRc4Key(random, made.id) })
        if (application === undefined) throw new Error('the application just made is gone')
        unit.afterCommit(() => {
          registry.put(application)
        })
        return application
      },
      { durable: true },
    )
  }

  async list(actor: Actor, query: ApplicationListQuery): Promise<Page<ApplicationRecord>> {
    const page = await this.#parts.store.read((unit) => unit.applications.list(scopeOf(actor), query))
    return { total: page.total, rows: page.rows.map((application) => this.#record(application)) }
  }

  /** @throws Refused 404 for an application that isn't there or isn't the actor's. */
  async get(actor: Actor, id: number): Promise<ApplicationRecord> {
    return this.#record(this.require(actor, id))
  }

  /** Changes the members named, of nested groups too; calls follow the new settings from the commit on. */
  async update(actor: Actor, id: number, change: ApplicationChange): Promise<ApplicationRecord> {
    const { store, registry, updateAddresses } = this.#parts
    this.require(actor, id)
    const application = await store.write(
      async (unit) => {
        const current = await unit.applications.find(id)
        if (current === undefined) throw new Refused(CONSOLE.notFound, 'There is no such application')
        const updated = await unit.applications.update(id, merge(current, change))
        if (updated === undefined) throw new Refused(CONSOLE.notFound, 'There is no such application')
        unit.afterCommit(() => {
          registry.put(updated)
          updateAddresses.follow(updated)
        })
        return updated
      },
      { durable: true },
    )
    return this.#record(application)
  }

  /** With its codes, accounts, devices and files; calls are answered 101 from the commit on. @throws Refused 404 */
  async delete(actor: Actor, id: number): Promise<void> {
    const { store, registry, devices } = this.#parts
    this.require(actor, id)
    await store.write(
      async (unit) => {
        if (!(await unit.applications.delete(id)))
          throw new Refused(CONSOLE.notFound, 'There is no such application')
        unit.afterCommit(() => {
          registry.remove(id)
          devices.removeApplication(id)
        })
      },
      { durable: true },
    )
  }

  /** The application, when the actor manages it. @throws Refused 404 */
  require(actor: Actor, id: number): Application {
    const application = this.#parts.registry.find(id)?.settings
    const scope = scopeOf(actor)
    const manages =
      scope.kind === 'everything' || (scope.kind === 'ownedBy' && application?.ownerId === scope.operatorId)
    if (application === undefined || !manages)
      throw new Refused(CONSOLE.notFound, 'There is no such application')
    return application
  }

  #record(application: Application): ApplicationRecord {
    const { id, ownerId: _, apiTotal, ...settings } = application
    return {
      ...onWire<Omit<ApplicationRecord, 'app' | 'api_total'>>(settings),
      app: id,
      api_total: this.#parts.registry.find(id)?.calls ?? apiTotal,
    }
  }
}

function merge(current: Application, change: ApplicationChange): Partial<Application> {
  const { unbind, pay, mt5, scripts, ...flat } = change
  const named = defined(inside(flat))
  return {
    ...named,
    ...(unbind && { unbind: { ...current.unbind, ...defined(inside(unbind)) } }),
    ...(pay && { pay: { ...current.pay, ...defined(inside(pay)) } }),
    ...(mt5 && { mt5: { ...current.mt5, ...defined(inside(mt5)) } }),
    ...(scripts && { scripts: { ...current.scripts, ...defined(inside(scripts)) } }),
  }
}

/** Without the members that are undefined: they name nothing. */
function defined<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}
