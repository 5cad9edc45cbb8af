import type { MailFailure } from '../../contract/outgoing-names.ts'
import type { Clock, Log, Mailer, MailOutcome, MailServer, Random } from '../../contract/ports.ts'
import type { PlatformSettings } from '../../contract/records/settings.ts'
import type { Steward } from '../../copies/stewardship.ts'
import { backOff, isPaused } from '../../domain/outbox/back-off.ts'
import { claimOf, isClaimedByAnother } from '../../domain/outbox/claim.ts'
import type { OutboxRow } from '../../domain/outbox/message.ts'
import { RateLimiter } from '../../domain/outbox/rate-limiter.ts'
import { parcelId } from '../../domain/outbox/parcel.ts'
import { judgeMail } from '../../domain/outbox/verdict.ts'
import { mailServerOf } from '../../domain/platform/mail-server.ts'
import type { Store } from '../../store/store.ts'
import type { DeliveryRounds } from './delivery-rounds.ts'

interface Parts {
  readonly store: Store
  readonly steward: Steward
  readonly settings: { readonly current: Pick<PlatformSettings, 'mail'> }
  readonly mailer: Mailer
  readonly rounds: DeliveryRounds
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}

interface AddressedMail {
  readonly row: OutboxRow
  readonly to: string
  readonly parcel: string
}

/** Failures that every mail would have. */
const OF_SERVER: ReadonlySet<MailFailure> = new Set([
  'unreachable',
  'credentials',
  'tls',
  'certificate',
  'sender',
])
/** Mails under way at the same time. */
const MOST_AT_ONCE = 2
/** A rate that mail servers of people and small companies accept. */
const PACE = [
  { most: 3, spanMs: 1000 },
  { most: 60, spanMs: 60_000 },
] as const

/** Sends mails of the outbox by the mail server. Without a mail server they wait, which counts as no attempt. */
export class MailSender {
  readonly #parts: Parts
  readonly #underWay = new Set<number>()
  #pace = new RateLimiter(PACE)
  /** The server that the state below belongs to. Another server starts with a new state. */
  #server = ''
  #failures = 0
  #pausedUntil = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Starts what may be sent now; resolves when it is under way. */
  async start(): Promise<void> {
    const { store, steward, settings, clock, rounds } = this.#parts
    const server = mailServerOf(settings.current.mail)
    if (server === undefined) return
    this.#meet(server)
    const nowMs = clock.nowMs()
    const room = MOST_AT_ONCE - this.#underWay.size
    if (room <= 0 || isPaused(this.#pausedUntil, nowMs) || this.#pace.next(nowMs) > nowMs) return
    const claim = claimOf(steward.name, clock.now())
    const due = await store.read(async ({ outbox }) => {
      // A copy that was the steward before may have as many under way.
      const mails = await outbox.dueMails(claim.now, 2 * MOST_AT_ONCE + this.#underWay.size)
      const free = mails.filter((row) => !this.#underWay.has(row.id) && !isClaimedByAnother(row, claim))
      return free.slice(0, room)
    })
    if (due.length === 0) return
    for (const mail of await this.#address(due)) {
      this.#underWay.add(mail.row.id)
      this.#pace.note(this.#pace.next(nowMs))
      rounds.run(() => this.#deliver(server, mail))
    }
  }

  #meet(server: MailServer): void {
    const key = JSON.stringify(server)
    if (key === this.#server) return
    this.#server = key
    this.#pace = new RateLimiter(PACE)
    this.#failures = 0
    this.#pausedUntil = 0
  }

  /**
   * Looks up the mailboxes and stores the keys of the mails, so that a retry after a crash has the same key. A mail
   * to an operator without a mailbox is given up.
   */
  async #address(due: readonly OutboxRow[]): Promise<AddressedMail[]> {
    const { store, steward, clock, random } = this.#parts
    const claim = claimOf(steward.name, clock.now())
    const fresh = due.map((row) => ({
      row,
      parcel: row.parcel === '' ? parcelId(claim.now, random.bytes(16)) : row.parcel,
    }))
    return store.write(
      async (unit) => {
        const mails: AddressedMail[] = []
        for (const { row, parcel } of fresh) {
          const person = row.operatorId === null ? undefined : await unit.operators.find(row.operatorId)
          const to = person?.email.trim() ?? ''
          if (to === '') {
            await unit.outbox.bury([row.id], 'no_recipient')
            continue
          }
          const isClaimed =
            row.parcel === ''
              ? await unit.outbox.claim([row.id], parcel, claim)
              : await unit.outbox.claimAgain(parcel, claim)
          if (isClaimed) mails.push({ row, to, parcel })
        }
        return mails
      },
      { durable: true, lane: 'row' },
    )
  }

  async #deliver(server: MailServer, { row, to, parcel }: AddressedMail): Promise<void> {
    const { store, steward, mailer, clock, log, rounds } = this.#parts
    try {
      if (!steward.holds()) return
      const { subject, text } = row
      const outcome = await mailer.send(server, { to, subject, text, key: parcel })
      if (rounds.isOver) return
      const now = clock.now()
      const verdict = judgeMail(outcome, { now, number: row.attempts + 1, createdAt: row.createdAt })
      await store.write((unit) => unit.outbox.settle(parcel, verdict, claimOf(steward.name, now)), {
        durable: false,
        lane: 'row',
      })
      this.#note(outcome)
      if (verdict.state !== 'sent')
        log.warn('mail.undelivered', { app: row.appId, to: verdict.state, why: verdict.error })
    } catch (error) {
      this.#pausedUntil = clock.nowMs() + 5000
      throw error
    } finally {
      this.#underWay.delete(row.id)
    }
  }

  /** Pauses a server that can't be reached or refuses us. An error of one mail does not delay the others. */
  #note(outcome: MailOutcome): void {
    if (outcome === 'sent' || !OF_SERVER.has(outcome.failed)) {
      this.#failures = 0
      return
    }
    const now = this.#parts.clock.nowMs()
    if (isPaused(this.#pausedUntil, now)) return
    this.#failures++
    this.#pausedUntil = now + backOff('mail', this.#failures) * 1000
  }
}
