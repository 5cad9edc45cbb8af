import { z } from 'zod'
import { flag, number, text } from '../../contract/described.ts'
import { CODE } from '../../contract/error-codes.ts'
import { PERMANENT_VIP } from '../../contract/limits.ts'
import { isDebugDevice } from '../../domain/device/authorization.ts'
import { messageOf } from '../../wire/messages.ts'
import { flagOf } from '../answers.ts'
import { defineMt5Endpoint } from '../endpoint.ts'
import { accountKeyOf, AUTHORIZATION_CASES, AUTHORIZATION_CODES, mt5Identity } from './mt5-identity.ts'
import { mt5Message } from './mt5-message.ts'

/** Decides whether a trading account may run (the specification, mt5logon; mt5login is its alias). */
export const mt5logon = defineMt5Endpoint({
  name: 'mt5logon',
  aliases: ['mt5login'],
  isLogin: true,
  summary: 'Whether a trading account may run, and until when. May start a trial',
  methods: ['GET', 'POST'],
  whitelisted: true,
  params: mt5Identity,
  output: z.object({
    vip: number('the end in Unix seconds; 4102243200 is for ever, 0 without a record'),
    license: text('the code, `TRIAL`, or the vendor’s own word'),
    label: text('the vendor’s name for the account'),
    buy_url: text('where the customer buys'),
    account_key: text('the trading account as the server reads it'),
    debug: flag('1: an account for debugging'),
  }),
  refusesWithFields: true,
  codes: {
    success: 'the program may run until `vip`',
    ...AUTHORIZATION_CASES,
    mt5NotFound:
      'there is no such trading account and no trial for it, or the parameters name none; or too many new trials (the text is that of 429)',
  },

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
        debug: flagOf(device !== undefined && isDebugDevice(device)),
      },
    }
  },
})
