import type { Application } from '../domain/application/application.ts'
import type { ApplicationRegistry } from './application-registry.ts'

/** Keys that one application may ask for another (specification, getrc4). */
export class KeyHandout {
  readonly #registry: ApplicationRegistry

  constructor(registry: ApplicationRegistry) {
    this.#registry = registry
  }

  /** The RC4 key of an application of the same owner; undefined alike for one that is another's and one that isn't there. */
  findRc4Key(asking: Application, target: number): string | undefined {
    const settings = this.#registry.find(target)?.settings
    return settings?.ownerId === asking.ownerId ? settings.rc4Key : undefined
  }
}
