import type { ListQuery, Page } from '../../contract/paging.ts'
import type { Clock } from '../../contract/ports.ts'
import { oversightOf } from '../../domain/access/oversight.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { NamedSession } from '../../store/repositories/sessions.ts'
import type { Store } from '../../store/store.ts'
import { auditPerson } from '../platform/audit-person.ts'
import { audit } from '../platform/audit-trail.ts'
import { digestToken } from './session-token.ts'
import type { SignedIn } from './sessions.ts'

export interface ListedSession extends NamedSession {
  /** The session of this request. */
  readonly current: boolean
}

/** Lists and ends sessions: the operator's own, and those of operators whom they oversee. */
export class SessionOverview {
  readonly #store: Store
  readonly #clock: Clock

  constructor({ store, clock }: { store: Store; clock: Clock }) {
    this.#store = store
    this.#clock = clock
  }

  /**
   * The actor's own sessions, or with `everyone` those of all operators whom the actor oversees. Never those of
   * others.
   */
  async list(
    { actor, token }: SignedIn,
    filter: { readonly operator?: number | undefined; readonly everyone?: boolean | undefined },
    query: ListQuery<'last_seen_at' | 'created_at'>,
  ): Promise<Page<ListedSession>> {
    const whose = filter.operator ?? (filter.everyone === true ? undefined : actor.personId)
    const page = await this.#store.read((unit) =>
      unit.sessions.list(oversightOf(actor), whose, this.#clock.now(), query),
    )
    const current = digestToken(token)
    return { ...page, rows: page.rows.map((row) => ({ ...row, current: row.tokenDigest === current })) }
  }

  /** Ends these sessions, except those of operators whom the actor doesn't oversee. @returns how many ended */
  revoke(actor: Actor, handles: readonly string[]): Promise<number> {
    return this.#store.write(
      async (unit) => {
        const ended = await unit.sessions.deleteByHandle(oversightOf(actor), handles)
        for (const session of ended) {
          await audit(unit, actor, this.#clock.now(), {
            action: 'session_revoke',
            subject: { kind: 'session', id: session.handle, label: session.name },
            owner: actor.role === 'owner' ? session.employerId : actor.operatorId,
            before: { operator: session.operatorId, ip: session.ip, userAgent: session.userAgent },
          })
        }
        return ended.length
      },
      { durable: true },
    )
  }

  /** Ends all of the actor's own sessions except the current one. @returns how many ended */
  revokeOthers({ actor, token }: SignedIn): Promise<number> {
    return this.#store.write(
      async (unit) => {
        const ended = await unit.sessions.deleteOthers(actor.personId, digestToken(token))
        if (ended > 0)
          await auditPerson(unit, actor, this.#clock.now(), { action: 'session_revoke', after: { ended } })
        return ended
      },
      { durable: true },
    )
  }
}
