import type { Clock } from '../../contract/ports.ts'
import type { PersonRecord } from '../../contract/records/person.ts'
import type { Operator } from '../../domain/access/operator.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { Store, Unit } from '../../store/store.ts'
import { auditPerson } from '../platform/audit-person.ts'

interface Parts {
  readonly store: Store
  readonly clock: Clock
}

type Profile = Pick<PersonRecord, 'qq' | 'email'>

/** The operator's own contact data, for customers and mails. */
export class OwnProfile {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  get(actor: Actor): Promise<Profile> {
    return this.#parts.store.read(async (unit) => profileOf(await requireSelf(unit, actor)))
  }

  /** Changes the named members. */
  set(
    actor: Actor,
    { qq, email }: { readonly [M in keyof Profile]?: Profile[M] | undefined },
  ): Promise<Profile> {
    const { store, clock } = this.#parts
    return store.write(
      async (unit) => {
        const before = profileOf(await requireSelf(unit, actor))
        const after = { qq: qq ?? before.qq, email: email ?? before.email }
        await unit.operators.update(actor.personId, after)
        await auditPerson(unit, actor, clock.now(), { action: 'profile_set', before, after })
        return after
      },
      { durable: true },
    )
  }
}

async function requireSelf(unit: Unit, { personId }: Actor): Promise<Operator> {
  const operator = await unit.operators.find(personId)
  if (operator === undefined) throw new Error('somebody who is signed in is gone')
  return operator
}

function profileOf({ qq, email }: Operator): Profile {
  return { qq, email }
}
