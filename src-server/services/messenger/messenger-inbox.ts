import type { Clock, InboundText } from '../../contract/ports.ts'
import type { Application } from '../../domain/application/application.ts'
import { isOpenId } from '../../domain/device/bind-code.ts'
import { readBindText, type BindText } from '../../domain/device/bind-text.ts'
import { bindMessage } from '../../domain/outbox/bind-message.ts'
import type { Store, WriteUnit } from '../../store/store.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import { Allowance } from '../allowance.ts'
import { bindByCode, type BindOutcome } from '../requests/bind-act.ts'

interface Parts {
  readonly store: Store
  readonly devices: DeviceRegistry
  readonly clock: Clock
}

/** Something that was written, with all that decides about its answer. */
interface Heard {
  readonly bot: string
  readonly applications: readonly Application[]
  readonly message: InboundText
  readonly read: BindText
  readonly mayHelp: boolean
  readonly now: number
}

/** Wrong codes of one person in so many seconds; then nothing is looked at any more. */
const MOST_WRONG = 5
const WRONG_SECONDS = 600
/** Help is given to one person once in so many seconds. */
const HELP_SECONDS = 3600
/** The service tells an event again for some hours, seconds. */
const EVENTS_KEPT = 86_400

/** What people write to the bot: a bind code binds its account to who sent it, everything else is answered with how. */
export class MessengerInbox {
  readonly #parts: Parts
  readonly #wrong = new Allowance(MOST_WRONG, WRONG_SECONDS)
  readonly #help = new Allowance(1, HELP_SECONDS)

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** @param applications those that this bot speaks for, at least one: a code of another one's is nobody's here */
  async hear(bot: string, applications: readonly Application[], message: InboundText): Promise<void> {
    const now = this.#parts.clock.now()
    const who = `${bot} ${message.openId}`
    if (!isOpenId(message.openId)) return
    const read = readBindText(message.text)
    const isTry = read.codes.length > 0 || read.isAttempt
    // Taken before it is known, so that of many at the same time no more are looked at.
    if (isTry && !this.#wrong.take(who, now)) return
    const mayHelp = !read.isAttempt && this.#help.take(who, now)
    if (!isTry && !mayHelp) return
    const heard = { bot, applications, message, read, mayHelp, now }
    const outcome = await this.#parts.store.write((unit) => this.#answer(unit, heard), { durable: true })
    if (isTry && (outcome === 'bound' || outcome === 'again')) this.#wrong.giveBack(who, now)
    if (mayHelp && outcome !== 'unknown') this.#help.giveBack(who, now)
  }

  async forgetOld(): Promise<void> {
    const { store, clock } = this.#parts
    const before = clock.now() - EVENTS_KEPT
    await store.write((unit) => unit.messengerEvents.deleteBefore(before), { durable: false })
  }

  async #answer(unit: WriteUnit, heard: Heard): Promise<BindOutcome['outcome'] | 'again'> {
    const { bot, applications, read, mayHelp, now } = heard
    const { openId, messageId } = heard.message
    const [first] = applications
    if (first === undefined || !(await unit.messengerEvents.add(`${bot}:${messageId}`, now))) return 'again'
    const key = `bind_answer:${bot}:${messageId}`
    const found = await this.#bind(unit, applications, read, openId, now)
    if (found !== undefined) {
      const { application, bound } = found
      const device = 'device' in bound ? bound.device : undefined
      await unit.outbox.add(bindMessage(application, bound.outcome, { openId, key, device }, now))
      return bound.outcome
    }
    if (read.isAttempt || mayHelp) {
      const stage = read.isAttempt ? 'unknown' : 'help'
      await unit.outbox.add(bindMessage(first, stage, { openId, key }, now))
    }
    return 'unknown'
  }

  /** By the first of the codes that is one of these applications'. */
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
      const bound = await bindByCode(unit, this.#parts.devices, application, { code, openId, now })
      if (bound.outcome !== 'unknown') return { application, bound }
    }
    return undefined
  }
}
