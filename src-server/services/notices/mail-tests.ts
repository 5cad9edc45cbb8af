import { CONSOLE } from '../../contract/error-codes.ts'
import type { MailFailure } from '../../contract/outgoing-names.ts'
import type { Clock, Mailer, Random } from '../../contract/ports.ts'
import type { PlatformSettings } from '../../contract/records/settings.ts'
import type { Actor } from '../../domain/access/scope.ts'
import { testMail } from '../../domain/outbox/test-messages.ts'
import { mailServerOf } from '../../domain/platform/mail-server.ts'
import type { Store } from '../../store/store.ts'
import { encodeHex } from '../../wire/hex.ts'
import { audit } from '../platform/audit-trail.ts'
import { Refused } from '../refused.ts'
import type { NoticePost } from './notice-post.ts'

interface Parts {
  readonly store: Store
  readonly mailer: Mailer
  readonly post: NoticePost
  readonly settings: { readonly current: Pick<PlatformSettings, 'mail'> }
  readonly clock: Clock
  readonly random: Random
}

export interface MailTest {
  readonly to: string
  readonly failed: MailFailure | null
  readonly detail: string
}

const MOST_NAMED = 100

/** Tests the mail settings, and lists the operators without a mailbox. */
export class MailTests {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Sends a mail at once and not through the outbox: the operator waits for the answer of the mail server.
   * @param to the actor's own mailbox where it is left out
   * @throws Refused 422
   */
  async send(actor: Actor, to: string | undefined): Promise<MailTest> {
    const { store, mailer, post, settings, random } = this.#parts
    const server = mailServerOf(settings.current.mail)
    if (server === undefined)
      throw new Refused(CONSOLE.invalid, 'There is no mail server', { 'mail.host': 'none is set' })
    const person = await store.read((unit) => unit.operators.find(actor.personId))
    const mailbox = to ?? person?.email ?? ''
    if (mailbox === '') throw new Refused(CONSOLE.invalid, 'You have no mailbox', { to: 'a mailbox' })
    const outcome = await mailer.send(server, {
      to: mailbox,
      ...testMail(post.languageOf(person ?? { notices: {} }), post.site),
      key: `test:${encodeHex(random.bytes(16))}`,
    })
    const result: MailTest =
      outcome === 'sent' ? { to: mailbox, failed: null, detail: '' } : { to: mailbox, ...outcome }
    await this.#note(actor, result)
    return result
  }

  /** The owner and developers without a mailbox. */
  unaddressed() {
    return this.#parts.store.read((unit) => unit.operators.withoutMailbox(MOST_NAMED))
  }

  async #note(actor: Actor, { to, failed }: MailTest): Promise<void> {
    const { store, post, clock } = this.#parts
    await store.write(
      (unit) =>
        audit(unit, actor, clock.now(), {
          action: 'mail_test',
          subject: { kind: 'settings', id: 'platform', label: post.site },
          after: { to, failed },
        }),
      { durable: true },
    )
  }
}
