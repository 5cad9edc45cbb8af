import { FAMILIAR_SECONDS, isFamiliar } from '../../domain/access/familiar.ts'
import type { Operator } from '../../domain/access/operator.ts'
import { securityMail, type SecurityEvent } from '../../domain/outbox/security-mail.ts'
import type { WriteUnit } from '../../store/store.ts'
import type { NoticePost } from './notice-post.ts'

interface Parts {
  readonly post: NoticePost
}

/** Sign-ins searched for the operator's known addresses and browsers. */
const LOOKED_THROUGH = 1000
/** One mail about a locked name in so many seconds, even if the guessing goes on. */
const LOCK_SECONDS = 3600

/** Mails to operators about their sign-in, written in the unit of work of the event. */
export class SecurityNotices {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** For all events except sign-ins. @param at Unix seconds */
  async notify(unit: WriteUnit, personId: number, event: SecurityEvent, at: number): Promise<void> {
    const { post } = this.#parts
    const reader = await post.findReader(unit, personId, 'security')
    if (reader !== undefined) await this.#put(unit, reader, event, at, String(at))
  }

  /** Call it before the sign-in is stored. The very first sign-in causes no mail. @param at Unix seconds */
  async signedIn(
    unit: WriteUnit,
    { id, lastSignInAt }: Operator,
    from: { readonly ip: string; readonly userAgent: string },
    at: number,
  ): Promise<void> {
    if (lastSignInAt === null) return
    const reader = await this.#parts.post.findReader(unit, id, 'security')
    if (reader === undefined) return
    const seen = await unit.signIns.seen(id, at - FAMILIAR_SECONDS, LOOKED_THROUGH)
    if (!isFamiliar(seen, from)) await this.#put(unit, reader, { kind: 'signed_in', ...from }, at, String(at))
  }

  /** @param name of an operator, or of nobody @param at Unix seconds */
  async locked(
    unit: WriteUnit,
    name: string,
    lock: { readonly ip: string; readonly until: number },
    at: number,
  ): Promise<void> {
    const { post } = this.#parts
    if (!post.isOpen) return
    const operator = await unit.operators.findByName(name)
    const reader = operator && (await post.findReader(unit, operator.id, 'security'))
    if (reader === undefined) return
    await this.#put(unit, reader, { kind: 'locked', ...lock }, at, `hour${Math.floor(at / LOCK_SECONDS)}`)
  }

  #put(unit: WriteUnit, reader: Operator, event: SecurityEvent, at: number, once: string): Promise<boolean> {
    const { name } = reader
    return this.#parts.post.put(
      unit,
      reader,
      {
        kind: 'security',
        purpose: 'security',
        key: `security:${event.kind}:${reader.id}:${once}`,
        write: (language, clock) => securityMail(language, event, { name, at, utcOffset: clock(at) }),
      },
      at,
    )
  }
}
