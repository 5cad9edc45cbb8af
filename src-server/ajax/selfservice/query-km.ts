import { z } from 'zod'
import { CODE } from '../../contract/error-codes.ts'
import { readKami } from '../../domain/code/kami.ts'
import { miss, refuse } from './answers.ts'
import { card, product } from './parameters.ts'
import { definePublicAction } from './public-action.ts'
import { refusalOf } from './refusal-of.ts'

/** What a code is worth, and what it is bound to, masked (specification, query_km). */
export const queryKmAction = definePublicAction({
  name: 'query_km',
  summary: 'The state of a code, its dates, and the unbind rules',
  methods: ['POST'],
  limit: 'lookup',
  params: z.object({ card, product }),
  codes: {
    success: 'the code',
    kamiMissing: 'no card',
    kamiUnknown: 'there is no such code',
    productMissing: 'several applications have it: `products` lists them; ask again with `product`',
    productUnknown: '`product` is none of them',
  },

  async answer(_call, { card: typed, product }, { codes }) {
    const card = readKami(typed)
    if (card === '') return refuse(CODE.kamiMissing)
    const found = await codes.find(card, product)
    if (found.outcome !== 'found') return refusalOf(found, miss(CODE.kamiUnknown))
    return { payload: await codes.describe(found.it, found.application) }
  },
})
