import type { Clock, Random } from '../contract/ports.ts'
import type { Application } from '../domain/application/application.ts'
import type { MailLanguage } from '../domain/outbox/mail-text.ts'
import { violationMail } from '../domain/outbox/violation-mail.ts'
import type { Store, Unit } from '../store/store.ts'
import { encodeHex } from '../wire/hex.ts'
import type { Notice, NoticePost } from './notices/notice-post.ts'

interface Parts {
  readonly store: Store
  readonly post: NoticePost
  readonly clock: Clock
  readonly random: Random
}

/** Mails of an application in an hour; what comes after is dropped (specification: not to be called often). */
const MOST_AN_HOUR = 5
const HOUR = 3600

/** What programs report to their owners (specification, violationsinfo). */
export class ViolationReports {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Leaves a mail in the outbox where the owner wants such; its delivery is not waited for. */
  async report(application: Application, msg: string, ip: string): Promise<void> {
    const { store, post, clock, random } = this.#parts
    if (!post.isOpen) return
    const { id: appId, ownerId } = application
    const now = clock.now()
    const isFree = async ({ outbox }: Unit) =>
      (await outbox.countSince('violation', appId, now - HOUR + 1)) < MOST_AN_HOUR
    // A flood costs reads, not writes.
    const isWanted = await store.read(
      async (unit) =>
        (await isFree(unit)) && (await post.findReader(unit, ownerId, 'violation')) !== undefined,
    )
    if (!isWanted) return
    const notice = {
      kind: 'violation',
      purpose: 'violation',
      key: `violation:${encodeHex(random.bytes(16))}`,
      appId,
      write: (language: MailLanguage) => violationMail(language, application, { msg, ip }),
    } satisfies Notice
    await store.write(
      async (unit) => {
        if (await isFree(unit)) await post.tell(unit, ownerId, notice, now)
      },
      { durable: true },
    )
  }
}
