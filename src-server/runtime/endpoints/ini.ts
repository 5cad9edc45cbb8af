import { z } from 'zod'
import { number, optional, text } from '../../contract/described.ts'
import { succeed } from '../answers.ts'
import { defineEndpoint } from '../endpoint.ts'

/**
 * Version control, and the pay configuration when the call asks for it (the specification, ini and
 * Versioning).
 */
export const ini = defineEndpoint({
  name: 'ini',
  summary: 'Version control: the newest version, where to get it, and whether a program must update',
  methods: ['GET', 'POST'],
  whitelisted: true,
  params: z.object({ pay: optional('any text: the answer has the pay configuration too') }),
  output: z.object({
    version: text('the newest version'),
    version_info: text('what is new in it'),
    app_update_show: text('the text that a program shows about the update'),
    app_update_url: text('where to get the update'),
    app_update_must: z
      .enum(['y', 'n'])
      .meta({ description: '`y`: a program of another version must not start before its update' }),
    api_total: number('calls of the application so far'),
    pay: z
      .object({
        state: text('`y`: payments are on'),
        url: text('the address of the payment service'),
        appid: text('the account there'),
        appkey: text('its key'),
        ali: text('`y`: Alipay is on'),
        wx: text('`y`: WeChat Pay is on'),
        qq: text('`y`: QQ Pay is on'),
      })
      .optional()
      .meta({ description: 'the pay configuration, only if the call has `pay`' }),
  }),
  codes: { success: 'the version’s data' },

  answer({ app }, { pay }, { updateAddresses }) {
    const { settings } = app
    return succeed({
      version: settings.version,
      version_info: settings.versionInfo,
      app_update_show: settings.appUpdateShow,
      app_update_url: updateAddresses.find(settings),
      app_update_must: settings.appUpdateMust,
      // As in the original, the number doesn't include this call.
      api_total: app.calls - 1,
      ...(pay === undefined ? {} : { pay: settings.pay }),
    })
  },
})
