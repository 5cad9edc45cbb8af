import type { Followers } from '../../copies/followers.ts'
import type { Clock, LinkResolver, Log } from '../../contract/ports.ts'
import type { Application } from '../../domain/application/application.ts'
import type { Store, Unit } from '../../store/store.ts'
import type { ApplicationRegistry } from './application-registry.ts'
import { RESOLVED_FOR_SECONDS } from './file-links.ts'

interface Parts {
  readonly store: Store
  readonly followers: Followers
  readonly registry: ApplicationRegistry
  readonly links: LinkResolver
  readonly clock: Clock
  readonly log: Log
}

interface Resolved {
  /** The saved shared link. */
  readonly from: string
  /** Empty where it could not be resolved. */
  readonly to: string
  readonly at: number
}

/**
 * Resolves update addresses that are shared links (the specification, ini): when an application is saved and by a
 * chore, never while a call waits. The results are stored beside the settings, so the owner's own text stays as it
 * is.
 */
export class UpdateAddresses {
  readonly #parts: Parts
  readonly #resolved = new Map<number, Resolved>()
  readonly #running = new Set<number>()
  #closed = false

  constructor(parts: Parts) {
    this.#parts = parts
    parts.followers.add('updateAddress', {
      read: readTexts,
      take: (id, text) => {
        this.#take(id, text)
      },
    })
  }

  /** The address for `ini`: the resolved one, or the saved one where it is no shared link or could not be resolved. */
  find({ id, appUpdateUrl }: Pick<Application, 'id' | 'appUpdateUrl'>): string {
    const resolved = this.#resolved.get(id)
    return resolved !== undefined && resolved.from === appUpdateUrl && resolved.to !== ''
      ? resolved.to
      : appUpdateUrl
  }

  /** Called after an application was saved; nobody waits for the result. */
  follow(application: Application): void {
    if (!this.#isDue(application)) return
    this.#resolve(application).catch((error: unknown) => {
      this.#parts.log.error('update-address', error, { app: application.id })
    })
  }

  async resolveDue(): Promise<void> {
    for (const application of await this.#parts.store.read((unit) => unit.applications.all())) {
      if (this.#closed) return
      if (this.#isDue(application)) await this.#resolve(application)
    }
  }

  async load(): Promise<void> {
    await this.#parts.store.read(async (unit) => {
      const ids = (await unit.applications.all()).map(({ id }) => id)
      for (const [id, text] of await readTexts(unit, ids)) this.#take(id, text)
    })
  }

  #take(id: number, text: string | undefined): void {
    const resolved = read(text)
    if (resolved !== undefined) this.#resolved.set(id, resolved)
  }

  /** The store is about to close: results of look-ups under way are dropped. */
  close(): void {
    this.#closed = true
  }

  #isDue({ id, appUpdateUrl }: Application): boolean {
    const { links, clock } = this.#parts
    if (this.#closed || this.#running.has(id) || !links.isShared(appUpdateUrl)) return false
    const resolved = this.#resolved.get(id)
    return resolved?.from !== appUpdateUrl || resolved.at <= clock.now() - RESOLVED_FOR_SECONDS
  }

  async #resolve(application: Application): Promise<void> {
    const { store, registry, links, clock } = this.#parts
    const { id, appUpdateUrl: from } = application
    this.#running.add(id)
    try {
      const found = await links.resolve(from, new URL(from).searchParams.get('pwd') ?? '')
      if (this.#closed) return
      const resolved = { from, to: 'url' in found ? found.url : '', at: clock.now() }
      await store.write(
        async (unit) => {
          await unit.meta.set(keyOf(id), JSON.stringify(resolved))
          unit.changed('updateAddress', id)
        },
        { durable: false },
      )
    } finally {
      this.#running.delete(id)
    }
    // The application was saved again meanwhile.
    const now = registry.find(id)?.settings
    if (now !== undefined && now.appUpdateUrl !== from) this.follow(now)
  }
}

async function readTexts(unit: Unit, ids: readonly number[]): Promise<[number, string][]> {
  const texts: [number, string][] = []
  for (const id of ids) {
    const text = await unit.meta.find(keyOf(id))
    if (text !== undefined) texts.push([id, text])
  }
  return texts
}

function keyOf(appId: number): string {
  return `update-address:${appId}`
}

function read(text: string | undefined): Resolved | undefined {
  if (text === undefined) return undefined
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null) return undefined
  if (!('from' in value) || !('to' in value) || !('at' in value)) return undefined
  const { from, to, at } = value
  return typeof from === 'string' && typeof to === 'string' && typeof at === 'number'
    ? { from, to, at }
    : undefined
}
