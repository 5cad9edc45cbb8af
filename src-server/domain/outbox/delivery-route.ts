import type { DeliveryError } from '../../contract/outgoing-names.ts'
import type { MessengerBot } from '../../contract/ports.ts'
import type { Application } from '../application/application.ts'
import { botOf, hasBot } from '../application/messenger-bot.ts'

/** The bot that sends an application's messages, or the reason why none can. */
export type DeliveryRoute = { readonly bot: MessengerBot } | { readonly dead: DeliveryError }

/** @param application undefined for a deleted one */
export function deliveryRouteOf(application: Pick<Application, 'mt5'> | undefined): DeliveryRoute {
  if (application === undefined) return { dead: 'no_application' }
  const { mt5 } = application
  if (!mt5.messengerEnabled) return { dead: 'switched_off' }
  return hasBot(mt5) ? { bot: botOf(mt5) } : { dead: 'credentials' }
}
