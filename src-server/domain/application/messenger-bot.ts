import type { MessengerBot } from '../../contract/ports.ts'
import type { Application } from './application.ts'

type Mt5 = Application['mt5']

/** The bot an application speaks by. */
export function botOf({ messengerBase, messengerAppId, messengerAppSecret }: Mt5): MessengerBot {
  return { base: messengerBase, appId: messengerAppId, appSecret: messengerAppSecret }
}

/** Whether it has what its bot signs in with. */
export function hasBot({ messengerAppId, messengerAppSecret }: Mt5): boolean {
  return messengerAppId !== '' && messengerAppSecret !== ''
}

/** Whether its bot speaks: the switch is on, and it can sign in. */
export function speaks(mt5: Mt5): boolean {
  return mt5.messengerEnabled && hasBot(mt5)
}
