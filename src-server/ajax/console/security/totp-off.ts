import { totpOff } from '../../../contract/actions/security.ts'
import { implement } from '../implement.ts'

export const totpOffAction = implement(totpOff, async ({ services, actor }, { operator }) => {
  await services.secondFactor.switchOff(actor, operator)
  return {}
})
