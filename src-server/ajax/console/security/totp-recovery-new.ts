import { totpRecoveryNew } from '../../../contract/actions/security.ts'
import { implement } from '../implement.ts'

export const totpRecoveryNewAction = implement(totpRecoveryNew, async ({ services, actor }) => ({
  recovery_codes: await services.secondFactor.renewRecoveryCodes(actor),
}))
