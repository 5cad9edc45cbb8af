import type { Clock, InboundText } from '../../contract/ports.ts'
import type { Application } from '../../domain/application/application.ts'
import { isOpenId } from '../../domain/device/bind-code.ts'
import { readBindText, type BindText } from '../../domain/device/bind-text.ts'
import { bindMessage } from '../../domain/outbox/bind-message.ts'
import type { Store, WriteUnit } from '../../store/store.ts'
import type { Allowance } from '../../copies/allowance.ts'
import type { Counters } from '../../copies/counters.ts'
import { bindByCode, type BindOutcome } from '../requests/bind-act.ts'

interface Parts {
  readonly store: Store
  readonly counters: Counters
  readonly clock: Clock
  /** The customers' page, where codes come from. Empty when the owner has set no public address. */
  readonly page: () => string
}

/** A received message with everything that decides its answer. */
interface Received {
  readonly bot: string
  readonly applications: readonly Application[]
  readonly message: InboundText
  readonly read: BindText
  readonly mayHelp: boolean
  readonly now: number
}

/** Wrong codes of one person in so many seconds; after that their messages are ignored. */
const MOST_WRONG = 5
const WRONG_SECONDS = 600
/** A person gets the help text once in so many seconds. */
const HELP_SECONDS = 3600
/** The service repeats an event for some hours; events are kept so long, seconds. */
const EVENTS_KEPT = 86_400

/**
 * Messages that people write to the bot. A bind code binds its account to the sender. Any other message is answered
 * with a help text.
 */
export class MessengerInbox {
  readonly #parts: Parts
  readonly #wrong: Allowance
  readonly #help: Allowance

  constructor(parts: Parts) {
    this.#parts = parts
    this.#wrong = parts.counters.allow('bind codes of a person', MOST_WRONG, WRONG_SECONDS)
    this.#help = parts.counters.allow('help texts', 1, HELP_SECONDS)
  }

  /** @param applications those with this bot, at least one; codes of other applications are unknown here */
  async receive(bot: string, applications: readonly Application[], message: InboundText): Promise<void> {
    const now = this.#parts.clock.now()
    const who = `${bot} ${message.openId}`
    if (!isOpenId(message.openId)) return
    const read = readBindText(message.text)
    const isTry = read.codes.length > 0 || read.isAttempt
    // Taken before the code is checked, so that many messages at once check no more codes.
    if (isTry && !this.#wrong.take(who, now)) return
    const mayHelp = !read.isAttempt && this.#help.take(who, now)
    if (!isTry && !mayHelp) return
    const received = { bot, applications, message, read, mayHelp, now }
    const outcome = await this.#parts.store.write((unit) => this.#answer(unit, received), { durable: true })
    if (isTry && (outcome === 'bound' || outcome === 'again')) this.#wrong.giveBack(who, now)
    if (mayHelp && outcome !== 'unknown') this.#help.giveBack(who, now)
  }

  async forgetOld(): Promise<void> {
    const { store, clock } = this.#parts
    const before = clock.now() - EVENTS_KEPT
    await store.write((unit) => unit.messengerEvents.deleteBefore(before), { durable: false })
  }

  async #answer(unit: WriteUnit, received: Received): Promise<BindOutcome['outcome'] | 'again'> {
    const { bot, applications, read, mayHelp, now } = received
    const { openId, messageId } = received.message
    const [first] = applications
    if (first === undefined || !(await unit.messengerEvents.add(`${bot}:${messageId}`, now))) return 'again'
    const key = `bind_answer:${bot}:${messageId}`
    const found = await this.#bind(unit, applications, read, openId, now)
    if (found !== undefined) {
      const { application, bound } = found
      const device = 'device' in bound ? bound.device : undefined
      const page = device === undefined ? this.#parts.page() : ''
      await unit.outbox.add(bindMessage(application, bound.outcome, { openId, key, device, page }, now))
      return bound.outcome
    }
    if (read.isAttempt || mayHelp) {
      const stage = read.isAttempt ? 'unknown' : 'help'
      const page = this.#parts.page()
      await unit.outbox.add(bindMessage(first, stage, { openId, key, page }, now))
    }
    return 'unknown'
  }

  /** Uses the first code of one of these applications. */
  async #bind(
    unit: WriteUnit,
    applications: readonly Application[],
    { codes }: BindText,
    openId: string,
    now: number,
  ): Promise<{ readonly application: Application; readonly bound: BindOutcome } | undefined> {
    for (const code of codes) {
      const bindCode = await unit.bindCodes.findByCode(code)
      const application = applications.find(({ id }) => id === bindCode?.appId)
      if (application === undefined) continue
      const bound = await bindByCode(unit, application, { code, openId, now })
      if (bound.outcome !== 'unknown') return { application, bound }
    }
    return undefined
  }
}
