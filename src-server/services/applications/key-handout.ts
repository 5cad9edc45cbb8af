import type { Application } from '../../domain/application/application.ts'
import type { ApplicationRegistry } from './application-registry.ts'

/** Keys that calls can ask for: always the current ones, whatever keys the call itself uses. */
export class KeyHandout {
  readonly #registry: ApplicationRegistry

  constructor(registry: ApplicationRegistry) {
    this.#registry = registry
  }

  /** The application's own keys (the specification, automaticsample). */
  keysOf(app: number): Pick<Application, 'appkey' | 'rc4Key'> | undefined {
    return this.#registry.find(app)?.settings
  }

  /**
   * The RC4 key (the specification, getrc4) of an application of the same owner; undefined for another owner's
   * application as well as for an unknown one.
   */
  findRc4Key(asking: Application, target: number): string | undefined {
    const settings = this.#registry.find(target)?.settings
    return settings?.ownerId === asking.ownerId ? settings.rc4Key : undefined
  }
}
