import type { Application } from '../../domain/application/application.ts'
import type { ApplicationRegistry } from './application-registry.ts'

/** Keys that calls may ask for: always those that are good from now on, whatever keys the call itself uses. */
export class KeyHandout {
  readonly #registry: ApplicationRegistry

  constructor(registry: ApplicationRegistry) {
    this.#registry = registry
  }

  /** The application's own (specification, automaticsample). */
  keysOf(app: number): Pick<Application, 'appkey' | 'rc4Key'> | undefined {
    return this.#registry.find(app)?.settings
  }

  /** The RC4 key (specification, getrc4) of an application of the same owner; undefined alike for one that is another's and one that isn't there. */
  findRc4Key(asking: Application, target: number): string | undefined {
    const settings = this.#registry.find(target)?.settings
    return settings?.ownerId === asking.ownerId ? settings.rc4Key : undefined
  }
}
