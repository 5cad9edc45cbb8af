import type { Application } from '../application/application.ts'
import { hasBot } from '../application/messenger-bot.ts'
import { authorize, type Authorization } from './authorization.ts'
import type { Device } from './device.ts'

export type NotificationRefusal =
  | Exclude<Authorization, 'authorized'>
  /** The application's messenger is off. */
  | 'switchedOff'
  /** The application has no messenger credentials. */
  | 'notConfigured'
  /** The account has no recipient. */
  | 'noRecipient'

/**
 * Whether the server refuses to send a message of an account's program, in mt5notify's order of refusals.
 * @returns undefined when it sends
 */
export function refuseNotification(
  application: Pick<Application, 'mt5' | 'freeMode'>,
  device: Device | undefined,
  now: number,
): NotificationRefusal | undefined {
  const authorization = authorize(application, device, now)
  if (authorization !== 'authorized') return authorization
  const { mt5 } = application
  if (!mt5.messengerEnabled) return 'switchedOff'
  if (!hasBot(mt5)) return 'notConfigured'
  return device === undefined || device.messengerOpenId === '' ? 'noRecipient' : undefined
}
