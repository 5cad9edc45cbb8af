import { FAMILIAR_SECONDS, isFamiliar } from '../../domain/access/familiar.ts'
import type { Operator } from '../../domain/access/operator.ts'
import { securityMail, type SecurityEvent } from '../../domain/outbox/security-mail.ts'
import type { WriteUnit } from '../../store/store.ts'
import type { NoticePost } from './notice-post.ts'

interface Parts {
  readonly post: NoticePost
  /** Minutes the server's wall clock is ahead of UTC. */
  readonly utcOffset: (at: number) => number
}

/** Attempts that are looked through for somebody's addresses and browsers. */
const LOOKED_THROUGH = 1000
/** Whoever guesses on is told of once in so many seconds. */
const LOCK_SECONDS = 3600

/** Tells people what happened to how they sign in, within the unit of work that made it happen. */
export class SecurityNotices {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Of what is no sign-in. @param at Unix seconds */
  async tell(unit: WriteUnit, personId: number, event: SecurityEvent, at: number): Promise<void> {
    const { post } = this.#parts
    const reader = await post.findReader(unit, personId, 'security')
    if (reader !== undefined) await this.#put(unit, reader, event, at, String(at))
  }

  /** Before this sign-in is noted. The first of all is no news. @param at Unix seconds */
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

  /** @param name whoever's it is, or nobody's @param at Unix seconds */
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
    const { post, utcOffset } = this.#parts
    const about = { name: reader.name, at, utcOffset: utcOffset(at) }
    return post.put(
      unit,
      reader,
      {
        kind: 'security',
        purpose: 'security',
        key: `security:${event.kind}:${reader.id}:${once}`,
        write: (language) => securityMail(language, event, about),
      },
      at,
    )
  }
}
