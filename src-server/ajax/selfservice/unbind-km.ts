import { z } from 'zod'
import { CODE } from '../../contract/error-codes.ts'
import { MAX_MACHINE_CODE_LENGTH } from '../../contract/limits.ts'
import type { QueriedCode } from '../../contract/self-service.ts'
import { readKami } from '../../domain/code/kami.ts'
import { invalid, miss, refuse, refuseAsWire, type Fields, type Refusal } from './answers.ts'
import { ask } from './ask.ts'
import { card, hasProblems, problemsOfWords, product, text, words } from './parameters.ts'
import { definePublicAction } from './public-action.ts'
import { refusalOf } from './refusal-of.ts'

const OBSTACLES = {
  free: refuse(CODE.failure, 'freeMode'),
  disabled: refuse(CODE.kamiDisabled),
  points: refuse(CODE.nothingToUnbind, 'pointsCode'),
  vip: refuseAsWire(CODE.nothingToUnbind, 'unbindVip'),
  unused: refuseAsWire(CODE.nothingToUnbind, 'unbindUnused'),
  account: refuseAsWire(CODE.notAllowed, 'unbindOfAccount'),
  not_bound: refuse(CODE.nothingToUnbind, 'notBound'),
} satisfies Record<Exclude<QueriedCode['no_unbind'], ''>, Refusal>
const UNKNOWN = miss(CODE.kamiUnknown)

/** Asks that a code be freed of its machine; nothing changes until somebody decides (specification, unbind_km). */
export const unbindKmAction = definePublicAction({
  name: 'unbind_km',
  summary: 'Asks that a code be freed from its machine; a person decides',
  methods: ['POST'],
  limit: 'lookup',
  params: z.object({
    card,
    product,
    old_machine: text.meta({ description: 'the machine code, if the customer knows it' }),
    ...words,
  }),
  codes: {
    success: 'the request is open; asked again with the same contact, it is the same request',
    kamiMissing: 'no card',
    kamiUnknown: 'there is no such code',
    productMissing: 'several applications have it: `products` lists them; ask again with `product`',
    productUnknown: '`product` is none of them',
    kamiDisabled: 'the code is disabled',
    nothingToUnbind: 'the code was never used, is not bound, or is a VIP or points code',
    notAllowed: 'no requests are taken now; or the code belongs to a trading account: ask for a rebind',
    failure: 'the application is free: there is nothing to unbind',
    requestExists: 'somebody else has an open request for it',
    wrongData: '`fields` says which parameter is `missing` or `too_long`',
    tooMany: 'too often, or over 10 new requests an hour or 5 a day for one subject',
  },

  async answer(call, { card: typed, product, old_machine: oldMachine, ...said }, services) {
    const { codes, requests } = services
    const card = readKami(typed)
    if (!requests.isOpen) return refuse(CODE.notAllowed, 'closed')
    if (card === '') return refuse(CODE.kamiMissing)
    const problems: Fields = {
      ...problemsOfWords(said),
      ...(Array.from(oldMachine).length > MAX_MACHINE_CODE_LENGTH && { old_machine: 'too_long' }),
    }
    if (hasProblems(problems)) return invalid(problems)
    const found = await codes.find(card, product)
    if (found.outcome !== 'found') return refusalOf(found, UNKNOWN)
    const { it: code, application } = found
    const obstacle = codes.obstacle(code, application)
    if (obstacle !== '') return OBSTACLES[obstacle]
    const order = { kind: 'unbind', code, oldMachine, ...said } as const
    return ask(call, services, order, UNKNOWN)
  },
})
