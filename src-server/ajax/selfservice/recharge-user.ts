import { z } from 'zod'
import { CODE } from '../../contract/error-codes.ts'
import { readKami } from '../../domain/code/kami.ts'
import { RECHARGE_CODES } from '../../services/accounts/account-recharges.ts'
import { miss, refuse, refuseAsWire } from './answers.ts'
import { text, trimmed } from './parameters.ts'
import { definePublicAction } from './public-action.ts'
import { refusalOf } from './refusal-of.ts'

/**
 * Spends a code on a user account, which then lasts longer. Ours: the public page asks it. Nobody signs in for it: a code
 * only ever adds time. Only the holder of a code that could be spent on the account learns whether it exists.
 */
export const rechargeUserAction = definePublicAction({
  name: 'recharge_user',
  methods: ['POST'],
  limit: 'lookup',
  params: z.object({ user: trimmed, card: text, product: trimmed }),

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
