import type { MessengerBot } from '../../contract/ports.ts'
import type { Application } from './application.ts'

type Mt5 = Application['mt5']

/** The bot that sends an application's messages. */
export function botOf({ messengerBase, messengerAppId, messengerAppSecret }: Mt5): MessengerBot {
  return { base: messengerBase, appId: messengerAppId, appSecret: messengerAppSecret }
}

/** Whether the settings hold the bot's credentials. */
export function hasBot({ messengerAppId, messengerAppSecret }: Mt5): boolean {
  return messengerAppId !== '' && messengerAppSecret !== ''
}

/** Whether the bot can send: the switch is on, and the credentials are there. */
export function canSend(mt5: Mt5): boolean {
  return mt5.messengerEnabled && hasBot(mt5)
}

/** Whether the messenger can reach the application's administrator. */
export function reachesAdministrator(mt5: Mt5): boolean {
  return canSend(mt5) && mt5.adminOpenId !== ''
}
