import { z } from 'zod'
import { needed, text } from '../../contract/described.ts'
import { CODE } from '../../contract/error-codes.ts'
import { refuse, succeed } from '../answers.ts'
import { defineEndpoint } from '../endpoint.ts'
import { readAppId } from '../guards.ts'
import {
  DEVELOPER_CODES,
  developerCredentials,
  refuseDeveloper,
  refuseIncomplete,
} from './developer-refusal.ts'

/**
 * Switches one of a developer's own applications to RC4-2, and answers with its key (the specification,
 * openrc42).
 */
export const openrc42 = defineEndpoint({
  name: 'openrc42',
  summary: 'Switches an application of the developer to RC4-2, and answers with its key',
  methods: ['GET', 'POST'],
  whitelisted: false,
  params: developerCredentials.extend({ appid: needed('the number of the application') }),
  output: z.object({ rc4_key: text('the RC4 key') }),
  codes: {
    success: 'the application is encrypted and signed now, with a time window of 10 s',
    ...DEVELOPER_CODES,
    appMissing: 'no `appid`, or none with a number',
    appUnknown: 'the developer has no such application',
  },

  async answer(call, { appid, ...given }, { developerApplications }) {
    const incomplete = refuseIncomplete(given)
    if (incomplete !== undefined) return incomplete
    const target = readAppId(appid)
    if (target === 0) return refuse(CODE.appMissing)
    // The answer has the key, so only the signature is kept.
    const answer = await developerApplications.openRc4({ ...given, ip: call.ip }, target, (unit) =>
      call.keep(unit, undefined),
    )
    switch (answer.outcome) {
      case 'opened':
        return succeed({ rc4_key: answer.rc4Key })
      case 'foreign':
        return refuse(CODE.appUnknown)
      default:
        return refuseDeveloper(answer, call)
    }
  },
})
