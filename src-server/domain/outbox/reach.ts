import type { DeliveryError } from '../../contract/outgoing-names.ts'
import type { MessengerBot } from '../../contract/ports.ts'
import type { Application } from '../application/application.ts'

/** By which bot an application's messages leave, or why they can't. */
export type Reach = { readonly bot: MessengerBot } | { readonly dead: DeliveryError }

/** @param application undefined for one that is gone */
export function reachOf(application: Pick<Application, 'mt5'> | undefined): Reach {
  if (application === undefined) return { dead: 'no_application' }
  const { messengerEnabled, messengerBase, messengerAppId, messengerAppSecret } = application.mt5
  if (!messengerEnabled) return { dead: 'switched_off' }
  if (messengerAppId === '' || messengerAppSecret === '') return { dead: 'credentials' }
  return { bot: { base: messengerBase, appId: messengerAppId, appSecret: messengerAppSecret } }
}
