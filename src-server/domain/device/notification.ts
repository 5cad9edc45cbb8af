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
 * Whether a message of an account's program may leave, in the order of refusals of mt5notify.
 * @returns undefined when it may
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
