import { z } from 'zod'
import { CODE } from '../../contract/error-codes.ts'
import { miss } from './answers.ts'
import { text, trimmed } from './parameters.ts'
import { definePublicAction } from './public-action.ts'
import { refusalOf } from './refusal-of.ts'

/** How long a trading account is authorized, and what can be done about it. Ours: the public page asks it. */
export const queryDeviceAction = definePublicAction({
  name: 'query_device',
  methods: ['POST'],
  limit: 'lookup',
  params: z.object({ account_key: text, product: trimmed }),

  async answer(_call, { account_key: accountKey, product }, { devices }) {
    const found = devices.find(accountKey, product)
    if (found.outcome !== 'found') return refusalOf(found, miss(CODE.mt5NotFound, 'accountUnknown'))
    return { payload: await devices.describe(found.it, found.application) }
  },
})
