import { z } from 'zod'
import { CODE } from '../../contract/error-codes.ts'
import { miss } from './answers.ts'
import { followed } from './followed.ts'
import { request } from './parameters.ts'
import { definePublicAction } from './public-action.ts'

/** How a request stands, for whoever knows its number. Ours: the specification names no way to follow one. */
export const requestStatusAction = definePublicAction({
  name: 'request_status',
  summary: 'The state of a request',
  methods: ['POST'],
  limit: 'lookup',
  params: z.object({ request }),
  codes: { success: 'the request', requestUnknown: 'there is no such request' },

  async answer(_call, { request: number }, services) {
    const found = await services.requests.follow(number)
    if (found === undefined) return miss(CODE.requestUnknown, 'requestUnknown')
    return { payload: followed(found, services) }
  },
})
