import { z } from 'zod'
import { number, text } from '../../contract/described.ts'
import { succeed } from '../answers.ts'
import { defineEndpoint } from '../endpoint.ts'
import {
  DEVELOPER_CODES,
  developerCredentials,
  refuseDeveloper,
  refuseIncomplete,
} from './developer-refusal.ts'

/** A developer's applications with their keys (the specification, logongetapp). */
export const logongetapp = defineEndpoint({
  name: 'logongetapp',
  summary: 'The applications of a developer, with their appkeys',
  methods: ['GET', 'POST'],
  whitelisted: false,
  params: developerCredentials,
  output: z.array(
    z.object({
      name: text('the name of the application'),
      appkey: text('its appkey'),
      appid: number('its number'),
      id: number('the same number'),
      switch: z.enum(['y', 'n']).meta({ description: '`n`: the application is closed' }),
    }),
  ),
  codes: { success: 'a list, which may be empty', ...DEVELOPER_CODES },

  async answer(call, given, { developerApplications }) {
    const incomplete = refuseIncomplete(given)
    if (incomplete !== undefined) return incomplete
    const answer = await developerApplications.list({ ...given, ip: call.ip })
    if (answer.outcome !== 'listed') return refuseDeveloper(answer, call)
    // The application's number has two names, because the specification describes this call in two places.
    return succeed(
      answer.applications.map(({ id, name, appkey, state }) => ({
        name,
        appkey,
        appid: id,
        id,
        switch: state,
      })),
    )
  },
})
