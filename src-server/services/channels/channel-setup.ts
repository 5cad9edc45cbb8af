import { CONSOLE } from '../../contract/error-codes.ts'
import type { ChannelCheck } from '../../contract/channel-names.ts'
import type { DeliveryError } from '../../contract/outgoing-names.ts'
import type { AlertServices, Clock, Mailer, MessengerOutcome, Random } from '../../contract/ports.ts'
import type { Operator } from '../../domain/access/operator.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import { faultIn } from '../../domain/channels/channel-address.ts'
import { channelTest } from '../../domain/channels/channel-texts.ts'
import { wordOf } from '../../domain/outbox/verdict.ts'
import { mailServerOf } from '../../domain/platform/mail-server.ts'
import type { Store } from '../../store/store.ts'
import { encodeHex } from '../../wire/hex.ts'
import type { Allowance } from '../../copies/allowance.ts'
import type { Counters } from '../../copies/counters.ts'
import { auditPerson } from '../platform/audit-person.ts'
import { Refused } from '../refused.ts'
import type { ChannelPace } from './channel-pace.ts'
import { languageFor, rulesFor, type ChannelSettings } from './channel-rules.ts'
import { requireChannel } from './channels.ts'

interface Parts {
  readonly store: Store
  readonly services: AlertServices
  readonly mailer: Mailer
  readonly pace: ChannelPace
  readonly settings: ChannelSettings
  readonly clock: Clock
  readonly counters: Counters
  readonly random: Random
}

export interface ChannelTest {
  readonly sent: boolean
  readonly error: DeliveryError | null
  readonly code?: number
}

export interface ChannelCheckRow {
  readonly check: ChannelCheck
  readonly state: 'ok' | 'missing' | 'unknown'
  readonly name: string
  readonly code?: number
}

interface Mine {
  readonly channel: Channel
  readonly person: Operator
}

type Failure = { readonly error: DeliveryError; readonly code?: number }

/** Tests of a channel in so many seconds: a phone rings at each. */
const MOST_TESTS = 10
const TESTS_SECONDS = 600

/** Tests channels, and checks whether they are set up. */
export class ChannelSetup {
  readonly #parts: Parts
  readonly #tests: Allowance

  constructor(parts: Parts) {
    this.#parts = parts
    this.#tests = parts.counters.allow('tests of a channel', MOST_TESTS, TESTS_SECONDS)
  }

  /**
   * Sends at once and not through the outbox: the person waits for the result.
   * @throws Refused 404, 429
   */
  async test(actor: Actor, id: number): Promise<ChannelTest> {
    const mine = await this.#mine(actor, id)
    if (!this.#tests.take(String(id), this.#parts.clock.now()))
      throw new Refused(CONSOLE.tooMany, 'Too many tests, wait some minutes')
    const failure = await this.#send(mine)
    await this.#note(actor, 'channel_test', mine.channel, failure)
    return failure === undefined ? { sent: true, error: null } : { sent: false, ...failure }
  }

  /** Looks without sending. @throws Refused 404 */
  async check(actor: Actor, id: number): Promise<ChannelCheckRow[]> {
    const mine = await this.#mine(actor, id)
    const rows = await this.#look(mine)
    const missing = rows.find(({ state }) => state === 'missing')
    await this.#note(
      actor,
      'channel_check',
      mine.channel,
      missing && { error: errorOf(missing.check), ...codeIn(missing) },
    )
    return rows
  }

  #mine(actor: Actor, id: number): Promise<Mine> {
    return this.#parts.store.read(async (unit) => {
      const channel = await requireChannel(unit, actor, id)
      const person = await unit.operators.find(actor.personId)
      if (person === undefined) throw new Error('somebody who is signed in is gone')
      return { channel, person }
    })
  }

  async #send({ channel, person }: Mine): Promise<Failure | undefined> {
    const { services, pace, settings, clock } = this.#parts
    const { kind, config, name } = channel
    const message = channelTest(languageFor(person, settings), settings.current.site.name, name)
    if (kind === 'mail') return this.#mail(person, message)
    if (faultIn(kind, config, rulesFor(person, settings)) !== undefined) return { error: 'base' }
    const now = clock.nowMs()
    if (pace.next({ kind, config }, now) > now) return { error: 'rate' }
    pace.note({ kind, config }, now)
    const { outcome, rest } = await services.send({ kind, config }, message)
    pace.answered({ kind, config }, clock.nowMs())
    pace.rest({ kind, config }, clock.nowMs(), rest ?? restAfter(outcome))
    return outcome === 'sent' ? undefined : { error: outcome.failed, ...codeIn(outcome) }
  }

  async #mail(
    { email }: Operator,
    { subject, text }: { readonly subject: string; readonly text: string },
  ): Promise<Failure | undefined> {
    const { mailer, settings, random } = this.#parts
    const server = mailServerOf(settings.current.mail)
    if (server === undefined) return { error: 'no_mail_server' }
    if (email === '') return { error: 'no_recipient' }
    const key = `test:${encodeHex(random.bytes(16))}`
    const outcome = await mailer.send(server, { to: email, subject, text: `${text}\n`, key })
    return outcome === 'sent' ? undefined : { error: outcome.failed }
  }

  async #look({ channel, person }: Mine): Promise<ChannelCheckRow[]> {
    const { services, settings } = this.#parts
    const { kind, config } = channel
    if (kind === 'mail')
      return [
        row('mail_server', mailServerOf(settings.current.mail) !== undefined),
        row('mailbox', person.email !== ''),
      ]
    const isAllowed = faultIn(kind, config, rulesFor(person, settings)) === undefined
    if (!isAllowed) return [row('address', false)]
    const found = await services.inspect({ kind, config })
    const rows = found.map(({ name = '', ...finding }) => ({ name, ...finding }))
    return rows.some(({ check }) => check === 'address') ? rows : [row('address', true), ...rows]
  }

  async #note(
    actor: Actor,
    action: string,
    { id, name }: Channel,
    failure: Failure | undefined,
  ): Promise<void> {
    const { store, clock } = this.#parts
    const now = clock.now()
    const lastError = failure === undefined ? '' : wordOf(failure.error, failure.code)
    await store.write(
      async (unit) => {
        await unit.channels.update(id, { checkedAt: now, lastError })
        await auditPerson(unit, actor, now, { action, after: { channel: name, error: lastError } })
      },
      { durable: true },
    )
  }
}

function row(check: ChannelCheck, isThere: boolean): ChannelCheckRow {
  return { check, state: isThere ? 'ok' : 'missing', name: '' }
}

function codeIn({ code }: { readonly code?: number }): { readonly code?: number } {
  return code === undefined ? {} : { code }
}

function restAfter(outcome: MessengerOutcome): number | undefined {
  return outcome === 'sent' ? undefined : outcome.retryAfter
}

function errorOf(check: ChannelCheck): DeliveryError {
  const errors = {
    address: 'base',
    key: 'credentials',
    chat: 'recipient',
    mail_server: 'no_mail_server',
    mailbox: 'no_recipient',
  } as const
  return errors[check]
}
