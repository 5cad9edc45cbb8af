import { setTimeout as delay } from 'node:timers/promises'
import type {
  Clock,
  Log,
  Messenger,
  MessengerFailure,
  MessengerMessage,
  MessengerOutcome,
  MessengerRecipient,
  Random,
} from '../../contract/ports.ts'
import type { Application } from '../../domain/application/application.ts'
import { botOf } from '../../domain/application/messenger-bot.ts'
import type { Device } from '../../domain/device/device.ts'
import { refuseNotification, type NotificationRefusal } from '../../domain/device/notification.ts'
import type { OutboxMessage } from '../../domain/outbox/message.ts'
import { wordOf } from '../../domain/outbox/verdict.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import type { Store } from '../../store/store.ts'
import { encodeHex } from '../../wire/hex.ts'
import type { Allowance } from '../../copies/allowance.ts'
import type { Counters } from '../../copies/counters.ts'
import type { MessengerPace } from './messenger-pace.ts'

interface Parts {
  readonly store: Store
  readonly devices: DeviceRegistry
  readonly messenger: Messenger
  readonly pace: MessengerPace
  /** The messages that each account may send. */
  readonly allowance: Allowance
  /** Waits, milliseconds. */
  readonly pause: (ms: number) => Promise<void>
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}

export type NotificationOutcome = 'sent' | 'tooMany' | 'textless' | 'failed' | NotificationRefusal

export interface NotificationAnswer {
  readonly outcome: NotificationOutcome
  readonly device: Device | undefined
}

/** Messages of one account in a minute: the customer's telephone rings at each. */
export const MOST_A_MINUTE = 20
export const notificationAllowance = (counters: Counters): Allowance =>
  counters.allow('messages of an account', MOST_A_MINUTE, 60)
/**
 * The answer is due within 10 s (the specification, mt5notify): the time for the turn and the messenger together,
 * milliseconds.
 */
const ANSWER_MS = 9500
/** The least time left for the messenger. */
const SENDING_MS = 1500
/** Attempts while the messenger can't be reached; the terminal waits for its answer. */
const TRIES = 3

/** Private messages from trading programs to their customers (the specification, mt5notify). */
export class Notifications {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Waits for the messenger, less than 10 s: the answer says whether the message was sent. */
  async notify(
    application: Application,
    accountKey: string | undefined,
    text: string,
  ): Promise<NotificationAnswer> {
    const { devices, allowance, clock, random, log } = this.#parts
    const { id, mt5 } = application
    const now = clock.now()
    const device = accountKey === undefined ? undefined : (await devices.fetch(id, accountKey))?.device
    const refusal = refuseNotification(application, device, now)
    if (refusal !== undefined) return { outcome: refusal, device }
    if (device === undefined) throw new Error('a message without an account was let through')
    if (allowance.isUsedUp(String(device.id), now)) return { outcome: 'tooMany', device }
    // Refused only after the checks of the account.
    if (text.trim() === '') return { outcome: 'textless', device }
    if (!(await allowance.takeTogether(String(device.id), now))) return { outcome: 'tooMany', device }
    const recipient = {
      ...botOf(mt5),
      openId: device.messengerOpenId,
    }
    const key = encodeHex(random.bytes(16))
    const sent = await this.#send(recipient, { text, key, tries: TRIES })
    await this.#note(application, device, { text, key, sent })
    if (sent === 'sent') return { outcome: 'sent', device }
    log.warn('messenger.failed', { app: id, device: device.id, reason: sent.failed, code: sent.code })
    return { outcome: outcomeOf(sent.failed), device }
  }

  /**
   * Not through the outbox: nobody waits for its messages, but this call waits for the result. It shares the pace of
   * the outbox.
   */
  async #send(recipient: MessengerRecipient, message: MessengerMessage): Promise<MessengerOutcome> {
    const { messenger, pace, pause, clock } = this.#parts
    const asked = clock.nowMs()
    const turn = pace.nextFor(recipient, recipient.openId, asked)
    let waited = turn - asked
    if (waited > ANSWER_MS - SENDING_MS) return { failed: 'rate' }
    pace.noteFor(recipient, recipient.openId, turn)
    if (waited > 0) await pause(waited)
    const now = clock.nowMs()
    const departure = pace.nextBy(recipient, now)
    waited += departure - now
    if (waited > ANSWER_MS - SENDING_MS) return { failed: 'rate' }
    pace.noteBy(recipient, departure)
    if (departure > now) await pause(departure - now)
    const over = new AbortController()
    const tooLate = delay<MessengerOutcome>(
      ANSWER_MS - waited,
      { failed: 'unreachable' },
      { signal: over.signal },
    )
    // Aborted below, after the answer.
    tooLate.catch(() => undefined)
    try {
      return await Promise.race([messenger.send(recipient, message), tooLate])
    } finally {
      over.abort()
    }
  }

  /** For the list of sent messages. */
  async #note(
    { id }: Application,
    device: Device,
    { text, key, sent }: { readonly text: string; readonly key: string; readonly sent: MessengerOutcome },
  ): Promise<void> {
    const { store, clock } = this.#parts
    const now = clock.now()
    const message: OutboxMessage = {
      key: `notify:${key}`,
      kind: 'messenger',
      purpose: 'notify',
      appId: id,
      deviceId: device.id,
      operatorId: null,
      openId: device.messengerOpenId,
      subject: '',
      text,
      createdAt: now,
    }
    const outcome =
      sent === 'sent'
        ? ({ state: 'sent', lastError: '', parcel: key, sentAt: now } as const)
        : ({ state: 'dead', lastError: wordOf(sent.failed, sent.code), parcel: key, sentAt: null } as const)
    await store.write((unit) => unit.outbox.record(message, outcome), { durable: false })
  }
}

/**
 * An address that this server must not call is a fault of its configuration. All other failures are failures of the
 * sending.
 */
function outcomeOf(failure: MessengerFailure): NotificationOutcome {
  return failure === 'base' ? 'notConfigured' : 'failed'
}
