import { z } from 'zod'
import { CODE } from '../../contract/error-codes.ts'
import { readKami } from '../../domain/code/kami.ts'
import { RECHARGE_CODES } from '../../services/accounts/account-recharges.ts'
import { miss, refuse, refuseAsWire } from './answers.ts'
import { card, product, trimmed } from './parameters.ts'
import { definePublicAction } from './public-action.ts'
import { refusalOf } from './refusal-of.ts'

/**
 * Spends a code on a user account, which then lasts longer. Ours: the public page asks it. Nobody signs in for it: a code
 * only ever adds time. Only the holder of a code that could be spent on the account learns whether it exists.
 */
export const rechargeUserAction = definePublicAction({
  name: 'recharge_user',
  summary: 'Spends a code on a user account, which then lasts longer',
  methods: ['POST'],
  limit: 'lookup',
  params: z.object({
    user: trimmed.meta({ description: 'the name of the user account', needed: true }),
    card,
    product,
  }),
  codes: {
    success: 'the code is spent, and the user account lasts longer',
    accountMissing: 'no user',
    kamiMissing: 'no card',
    kamiUnknown: 'there is no such code',
    productMissing: 'several applications have it: `products` lists them; ask again with `product`',
    productUnknown: '`product` is none of them',
    accountUnknown: 'there is no such user account. Only a caller with a good code learns it',
    disabled: 'the user account is disabled',
    kamiDisabled: 'the code is disabled',
    kamiTypeWrong: 'codes of this type recharge no user account',
    kamiRecharged: 'the code was spent on a user account already',
    kamiUsed: 'the code is in use by a program',
    failure: 'the code has expired',
    alreadyPermanent: 'the user account lasts for ever already',
  },

  async answer({ ip }, { user, card, product }, { codes, accountRecharges }) {
    const kami = readKami(card)
    if (kami === '') return refuse(CODE.kamiMissing)
    if (user === '') return refuse(CODE.accountMissing)
    const found = await codes.find(kami, product)
    if (found.outcome !== 'found') return refusalOf(found, miss(CODE.kamiUnknown))
    const { id: app, name } = found.application
    const spent = await accountRecharges.rechargeNamed({ app, user, kami, ip })
    switch (spent.outcome) {
      case 'granted':
        return { payload: { product: name, user, expires_at: spent.vip } }
      case 'unknown':
        return miss(CODE.kamiUnknown)
      case 'accountUnknown':
        return miss(CODE.accountUnknown)
      case 'accountDisabled':
        return refuse(CODE.disabled, 'userDisabled')
      case 'ended':
        return refuseAsWire(CODE.failure, 'codeEnded')
      default:
        return refuse(RECHARGE_CODES[spent.outcome])
    }
  },
})
