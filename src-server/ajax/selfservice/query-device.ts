import { z } from 'zod'
import { CODE } from '../../contract/error-codes.ts'
import { miss } from './answers.ts'
import { product, text } from './parameters.ts'
import { definePublicAction } from './public-action.ts'
import { refusalOf } from './refusal-of.ts'

/** How long a trading account is authorized, and what can be done about it. Ours: the public page asks it. */
export const queryDeviceAction = definePublicAction({
  name: 'query_device',
  summary: 'The licence of a trading account',
  methods: ['POST'],
  limit: 'lookup',
  params: z.object({
    account_key: text.meta({ description: 'the trading account, `<account number>@<server>`', needed: true }),
    product,
  }),
  codes: {
    success: 'the licence',
    mt5NotFound: 'there is no such trading account',
    productMissing: 'several applications have it: `products` lists them; ask again with `product`',
    productUnknown: '`product` is none of them',
  },

  async answer(_call, { account_key: accountKey, product }, { devices }) {
    const found = devices.find(accountKey, product)
    if (found.outcome !== 'found') return refusalOf(found, miss(CODE.mt5NotFound, 'accountUnknown'))
    return { payload: await devices.describe(found.it, found.application) }
  },
})
