import { stepUp } from '../../../contract/actions/session.ts'
import { implement } from '../implement.ts'

export const stepUpAction = implement(stepUp, async ({ services, session, caller }, { password }) => ({
  elevated_until: await services.sessions.stepUp(session, password, caller),
}))
