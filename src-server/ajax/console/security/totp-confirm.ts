import { totpConfirm } from '../../../contract/actions/security.ts'
import { implement } from '../implement.ts'

export const totpConfirmAction = implement(totpConfirm, async ({ services, actor }, { otp }) => ({
  recovery_codes: await services.secondFactor.confirm(actor, otp),
}))
