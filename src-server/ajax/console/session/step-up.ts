import { stepUp } from '../../../contract/actions/session.ts'
import { implement } from '../implement.ts'

export const stepUpAction = implement(stepUp, async ({ services, session, caller }, { password, otp }) => ({
  elevated_until: await services.stepUps.stepUp(session, password, caller, otp),
}))
