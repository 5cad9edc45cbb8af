import type { ListQuery, Page } from '../../contract/paging.ts'
import type { Clock } from '../../contract/ports.ts'
import type { SignInOutcome } from '../../contract/records/session.ts'
import type { Operator, Session } from '../../domain/access/operator.ts'
import { oversightOf } from '../../domain/access/oversight.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { SignIn, SignInFilter } from '../../store/repositories/sign-ins.ts'
import type { Store } from '../../store/store.ts'

const KEPT_SECONDS = 180 * 86_400
/** Attempts that were not judged cost the sender nothing: one attempt of an address is stored in so many seconds. */
const WAITS_SECONDS = 60

export const LONGEST_USER_AGENT = 255

/** Stores every sign-in attempt under a known name, so that the operator with that name can see it. */
export class SignInHistory {
  readonly #store: Store
  readonly #clock: Clock

  constructor({ store, clock }: { store: Store; clock: Clock }) {
    this.#store = store
    this.#clock = clock
  }

  /** @param operator undefined for an unknown name: nothing is stored then */
  async note(
    operator: Operator | undefined,
    caller: Pick<Session, 'ip' | 'userAgent'>,
    outcome: Exclude<SignInOutcome, 'signed_in'>,
  ): Promise<void> {
    const at = this.#clock.now()
    const { ip } = caller
    const signIn = {
      operatorId: operator?.id ?? 0,
      at,
      ip,
      userAgent: caller.userAgent.slice(0, LONGEST_USER_AGENT),
      outcome,
    }
    await this.#store.write(
      async (unit) => {
        const isRecent = await unit.signIns.hasSince(signIn, at - WAITS_SECONDS)
        // An unknown name takes the same unit of work, so that the answer's time does not tell it from a known one.
        if (operator === undefined || (outcome === 'waits' && isRecent)) return
        await unit.signIns.insert(signIn)
      },
      { durable: false },
    )
  }

  /**
   * The actor's own attempts, or with `everyone` those of all operators whom the actor oversees. Never those of
   * others.
   */
  list(
    actor: Actor,
    filter: SignInFilter & { readonly everyone?: boolean | undefined },
    query: ListQuery<'id'>,
  ): Promise<Page<SignIn & { readonly name: string }>> {
    const { everyone, operator, outcome } = filter
    const whose = operator ?? (everyone === true ? undefined : actor.personId)
    return this.#store.read((unit) =>
      unit.signIns.list(oversightOf(actor), { operator: whose, outcome }, query),
    )
  }

  async forgetOld(): Promise<void> {
    const before = this.#clock.now() - KEPT_SECONDS
    await this.#store.write((unit) => unit.signIns.deleteBefore(before), { durable: false })
  }
}
