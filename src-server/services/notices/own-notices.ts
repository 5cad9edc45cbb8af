import type { NoticeChange, NoticeRecord } from '../../contract/records/notices.ts'
import { CONSOLE } from '../../contract/error-codes.ts'
import { namedMembers } from '../../contract/spelling.ts'
import { NOTICE_KINDS } from '../../contract/outgoing-names.ts'
import type { Clock } from '../../contract/ports.ts'
import type { Operator } from '../../domain/access/operator.ts'
import type { Actor } from '../../domain/access/scope.ts'
import { noticesOf } from '../../domain/outbox/notice-preferences.ts'
import { noticeKindsOf } from '../../domain/outbox/wanted-notice.ts'
import type { Store, Unit } from '../../store/store.ts'
import { auditPerson } from '../platform/audit-person.ts'
import { Refused } from '../refused.ts'
import type { NoticePost } from './notice-post.ts'

interface Parts {
  readonly store: Store
  readonly post: Pick<NoticePost, 'isOpen'>
  readonly clock: Clock
}

/** The mails that an operator wants. */
export class OwnNotices {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  get(actor: Actor): Promise<NoticeRecord> {
    return this.#parts.store.read(async (unit) => this.#record(await requireSelf(unit, actor)))
  }

  /** Changes the named members. @throws Refused 422 naming one that this kind of operator can't have */
  set(actor: Actor, change: NoticeChange): Promise<NoticeRecord> {
    const { store, clock } = this.#parts
    return store.write(
      async (unit) => {
        const before = await requireSelf(unit, actor)
        const foreign = NOTICE_KINDS.filter(
          (kind) => change[kind] !== undefined && !noticeKindsOf(before).includes(kind),
        )
        if (foreign.length > 0)
          throw new Refused(
            CONSOLE.invalid,
            'There are no such mails for you',
            Object.fromEntries(foreign.map((kind) => [kind, 'not for you'])),
          )
        const notices = { ...before.notices, ...namedMembers(change) }
        const after = await unit.operators.update(actor.personId, { notices })
        await auditPerson(unit, actor, clock.now(), {
          action: 'notice_set',
          before: noticesOf(before.notices),
          after: noticesOf(notices),
        })
        return this.#record(after ?? before)
      },
      { durable: true },
    )
  }

  #record(person: Operator): NoticeRecord {
    return {
      ...noticesOf(person.notices),
      available: [...noticeKindsOf(person)],
      mailbox: person.email,
      mail_server: this.#parts.post.isOpen,
    }
  }
}

async function requireSelf(unit: Unit, { personId }: Actor): Promise<Operator> {
  const operator = await unit.operators.find(personId)
  if (operator === undefined) throw new Error('somebody who is signed in is gone')
  return operator
}
