import type { SelfService } from '../../contract/self-service.ts'
import type { Store } from '../../store/store.ts'

/** Who a customer deals with. */
export class SelfServicePeople {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  /** Whether a number on QQ is an owner's, a developer's or an agent's who isn't shut out. */
  async withQq(qq: string): Promise<SelfService['user']> {
    const role = await this.#store.read((unit) => unit.operators.roleOfQq(qq))
    return { registered: role !== undefined, role: role ?? '' }
  }
}
