import type { Clock, Random } from '../../contract/ports.ts'
import type { Application } from '../../domain/application/application.ts'
import type { MailLanguage } from '../../domain/outbox/mail-text.ts'
import { violationMail } from '../../domain/outbox/violation-mail.ts'
import { wantsNotice } from '../../domain/outbox/wanted-notice.ts'
import type { Store, Unit } from '../../store/store.ts'
import { encodeHex } from '../../wire/hex.ts'
import { keepNothing, type KeepAnswer } from '../signatures/keep-answer.ts'
import type { Notice, NoticePost } from '../notices/notice-post.ts'

interface Parts {
  readonly store: Store
  readonly post: NoticePost
  readonly clock: Clock
  readonly random: Random
}

/** Mails of an application in an hour: the specification asks programs not to call often. */
export const MOST_AN_HOUR = 5
const HOUR = 3600

/** `accepted`: the mail waits in the outbox. `unwanted`: the owner wants no such mails, or is frozen or banned. */
export type ReportOutcome = 'accepted' | 'noMailbox' | 'unwanted' | 'tooOften'

/** Reports of programs to the owners of their applications (the specification, violationsinfo). */
export class ViolationReports {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Puts a mail into the outbox and does not wait for its delivery. */
  async report(
    application: Application,
    { msg, ip }: { readonly msg: string; readonly ip: string },
    keep: KeepAnswer<'accepted'> = keepNothing,
  ): Promise<ReportOutcome> {
    const { store, post, clock, random } = this.#parts
    const { id: appId, ownerId } = application
    // A flood costs reads, not writes.
    const first = await store.read((unit) => this.#judge(unit, application))
    if (first !== 'accepted') return first
    const notice = {
      kind: 'violation',
      purpose: 'violation',
      key: `violation:${encodeHex(random.bytes(16))}`,
      appId,
      write: (language: MailLanguage) => violationMail(language, application, { msg, ip }),
    } satisfies Notice
    return store.write(
      async (unit) => {
        const outcome = await this.#judge(unit, application)
        if (outcome !== 'accepted') return outcome
        if (!(await post.notify(unit, ownerId, notice, clock.now()))) return 'unwanted'
        await keep(unit, 'accepted')
        return 'accepted'
      },
      { durable: true },
    )
  }

  async #judge(unit: Unit, { id, ownerId }: Pick<Application, 'id' | 'ownerId'>): Promise<ReportOutcome> {
    const { post, clock } = this.#parts
    if (!post.isOpen) return 'noMailbox'
    const owner = await unit.operators.find(ownerId)
    if (owner === undefined || owner.email === '') return 'noMailbox'
    if (!wantsNotice(owner, 'violation')) return 'unwanted'
    const sent = await unit.outbox.countSince('violation', id, clock.now() - HOUR + 1)
    return sent < MOST_AN_HOUR ? 'accepted' : 'tooOften'
  }
}
