import { securityGet } from '../../../contract/actions/security.ts'
import { implement } from '../implement.ts'

export const securityGetAction = implement(securityGet, async ({ services, actor }) => {
  const { totpSince, recoveryCodesLeft } = await services.secondFactor.state(actor)
  return { totp_since: totpSince, recovery_codes_left: recoveryCodesLeft }
})
