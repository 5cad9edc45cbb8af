import type { Application } from '../application/application.ts'
import { hasBot } from '../application/messenger-bot.ts'
import { authorize, type Authorization } from './authorization.ts'
import type { Device } from './device.ts'

export type NotificationRefusal =
  | Exclude<Authorization, 'authorized'>
  /** The application's messenger switch. */
  | 'switchedOff'
  /** No messenger credentials. */
  | 'notConfigured'
  /** The account is bound to nobody. */
  | 'noRecipient'

/**
 * Whether a message of an account's program may leave, in the order of protocol.md 8 (mt5notify).
 * @returns undefined when it may
 */
export function refuseNotification(
  mt5: Application['mt5'],
  device: Device | undefined,
  now: number,
): NotificationRefusal | undefined {
  const authorization = authorize(mt5, device, now)
  if (authorization !== 'authorized') return authorization
  if (!mt5.messengerEnabled) return 'switchedOff'
  if (!hasBot(mt5)) return 'notConfigured'
  return device === undefined || device.messengerOpenId === '' ? 'noRecipient' : undefined
}
