import { z } from 'zod'
import { CODE } from '../../contract/error-codes.ts'
import { miss, refuse } from './answers.ts'
import { followed } from './followed.ts'
import { request } from './parameters.ts'
import { definePublicAction } from './public-action.ts'

/** Takes an open request back; one that was withdrawn before is. Ours. */
export const requestWithdrawAction = definePublicAction({
  name: 'request_withdraw',
  summary: 'Takes an open request back',
  methods: ['POST'],
  limit: 'lookup',
  params: z.object({ request }),
  codes: {
    success: 'the request is withdrawn, now or before',
    requestUnknown: 'there is no such request',
    failure: 'the request is decided or expired',
  },

  async answer({ ip }, { request: number }, services) {
    const found = await services.requests.withdraw(number, ip)
    if (found === undefined) return miss(CODE.requestUnknown, 'requestUnknown')
    if (!found.isDone) return refuse(CODE.failure, 'requestEnded')
    return { payload: followed(found, services) }
  },
})
