import type { Clock, Log, Messenger, MessengerFailure, Random } from '../contract/ports.ts'
import type { Application } from '../domain/application/application.ts'
import type { Device } from '../domain/device/device.ts'
import { refuseNotification, type NotificationRefusal } from '../domain/device/notification.ts'
import type { DeviceRegistry } from '../telemetry/registry.ts'
import { Allowance } from './allowance.ts'

interface Parts {
  readonly devices: DeviceRegistry
  readonly messenger: Messenger
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}

export type NotificationOutcome = 'sent' | 'tooMany' | 'failed' | NotificationRefusal

export interface NotificationAnswer {
  readonly outcome: NotificationOutcome
  readonly device: Device | undefined
}

/** Messages an account may send in a minute: its customer's telephone rings at each. */
const MOST_A_MINUTE = 20
/** Attempts at a messenger that isn't reached, while a terminal waits for its answer. */
const TRIES = 3

/** Private messages from trading programs to their customers (specification, mt5notify). */
export class Notifications {
  readonly #parts: Parts
  readonly #allowance = new Allowance(MOST_A_MINUTE, 60)

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** What a message would be told now, short of the messenger's own answer. */
  foresee(application: Application, accountKey: string | undefined): NotificationOutcome {
    const { devices, clock } = this.#parts
    const now = clock.now()
    const device = accountKey === undefined ? undefined : devices.find(application.id, accountKey)?.device
    const refusal = refuseNotification(application.mt5, device, now)
    if (refusal !== undefined) return refusal
    return this.#allowance.isUsedUp(String(device?.id), now) ? 'tooMany' : 'sent'
  }

  /** Waits for the messenger, under 10 s: the answer says what became of the message. */
  async notify(
    application: Application,
    accountKey: string | undefined,
    text: string,
  ): Promise<NotificationAnswer> {
    const { devices, messenger, clock, random, log } = this.#parts
    const { id, mt5 } = application
    const now = clock.now()
    const device = accountKey === undefined ? undefined : devices.find(id, accountKey)?.device
    const refusal = refuseNotification(mt5, device, now)
    if (refusal !== undefined) return { outcome: refusal, device }
    if (device === undefined) throw new Error('a message without an account was let through')
    if (!this.#allowance.take(String(device.id), now)) return { outcome: 'tooMany', device }
    const recipient = {
      base: mt5.messengerBase,
      appId: mt5.messengerAppId,
      appSecret: mt5.messengerAppSecret,
      openId: device.messengerOpenId,
    }
    const key = Buffer.from(random.bytes(16)).toString('hex')
    const sent = await messenger.send(recipient, { text, key, tries: TRIES })
    if (sent === 'sent') return { outcome: 'sent', device }
    log.warn('messenger.failed', { app: id, device: device.id, reason: sent.failed, code: sent.code })
    return { outcome: outcomeOf(sent.failed), device }
  }
}

/** A base that this server doesn't call is a matter of its configuration, all others of the sending. */
function outcomeOf(failure: MessengerFailure): NotificationOutcome {
  return failure === 'base' ? 'notConfigured' : 'failed'
}
