import type { SelfService } from '../../contract/self-service.ts'
import type { Store } from '../../store/store.ts'

/** The operators that a customer deals with. */
export class SelfServicePeople {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  /** Whether a QQ number belongs to an owner, a developer or an agent who is not frozen or banned. */
  async withQq(qq: string): Promise<SelfService['user']> {
    const role = await this.#store.read((unit) => unit.operators.roleOfQq(qq))
    return { registered: role !== undefined, role: role ?? '' }
  }
}
