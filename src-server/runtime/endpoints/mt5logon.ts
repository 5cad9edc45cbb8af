import { CODE } from '../../contract/error-codes.ts'
import { PERMANENT_VIP } from '../../contract/limits.ts'
import { isDebugDevice } from '../../domain/device/authorization.ts'
import { messageOf } from '../../wire/messages.ts'
import { defineMt5Endpoint } from '../endpoint.ts'
import { accountKeyOf, AUTHORIZATION_CODES, mt5Identity } from './mt5-identity.ts'
import { mt5Message } from './mt5-message.ts'

/** Decides whether a trading account may run (the specification, mt5logon; mt5login is its alias). */
export const mt5logon = defineMt5Endpoint({
  name: 'mt5logon',
  aliases: ['mt5login'],
  isLogin: true,
  methods: ['GET', 'POST'],
  whitelisted: true,
  params: mt5Identity,

  async answer({ app, ip }, params, { deviceLogons }) {
    const accountKey = accountKeyOf(params)
    const { authorization, device, waits } = await deviceLogons.logOn(app.settings, accountKey, ip)
    const { language } = app.settings
    return {
      code: AUTHORIZATION_CODES[authorization],
      msg: waits ? messageOf(CODE.tooMany, language) : mt5Message(authorization, device, language),
      fields: {
        vip: app.settings.freeMode && authorization === 'authorized' ? PERMANENT_VIP : (device?.vip ?? 0),
        license: device?.license ?? '',
        label: device?.label ?? '',
        // An unknown account gets the address too: its user is the most likely buyer.
        buy_url: device?.buyUrl || app.settings.mt5.buyUrl,
        account_key: accountKey ?? '',
        debug: device !== undefined && isDebugDevice(device) ? 1 : 0,
      },
    }
  },
})
