import { succeed } from '../answers.ts'
import { defineEndpoint } from '../endpoint.ts'
import { developerCredentials, refuseDeveloper, refuseIncomplete } from './developer-refusal.ts'

/** A developer's applications with their keys (the specification, logongetapp). */
export const logongetapp = defineEndpoint({
  name: 'logongetapp',
  methods: ['GET', 'POST'],
  whitelisted: false,
  params: developerCredentials,

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
