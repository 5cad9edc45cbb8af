import { z } from 'zod'
import { succeed } from '../answers.ts'
import { defineEndpoint } from '../endpoint.ts'

/**
 * Version control, and the pay configuration when the call asks for it (the specification, ini and
 * Versioning).
 */
export const ini = defineEndpoint({
  name: 'ini',
  methods: ['GET', 'POST'],
  whitelisted: true,
  params: z.object({ pay: z.string().optional() }),

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
