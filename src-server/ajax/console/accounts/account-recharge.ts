import { accountRecharge } from '../../../contract/actions/accounts.ts'
import { implement } from '../implement.ts'

export const accountRechargeAction = implement(accountRecharge, ({ actor, services }, { id, kami }) =>
  services.accountRecharges.recharge(actor, id, kami),
)
