import { z } from 'zod'
import { CODE } from '../../contract/error-codes.ts'
import { readKami } from '../../domain/code/kami.ts'
import { miss, refuse } from './answers.ts'
import { text, trimmed } from './parameters.ts'
import { definePublicAction } from './public-action.ts'
import { refusalOf } from './refusal-of.ts'

/** What a code is worth, and what it is bound to, masked (specification, query_km). */
export const queryKmAction = definePublicAction({
  name: 'query_km',
  methods: ['POST'],
  limit: 'lookup',
  params: z.object({ card: text, product: trimmed }),

  async answer(_call, { card: typed, product }, { codes }) {
    const card = readKami(typed)
    if (card === '') return refuse(CODE.kamiMissing)
    const found = await codes.find(card, product)
    if (found.outcome !== 'found') return refusalOf(found, miss(CODE.kamiUnknown))
    return { payload: await codes.describe(found.it, found.application) }
  },
})
