import { setup } from '../../../contract/actions/session.ts'
import { implement } from '../implement.ts'
import { signedInReply } from './signed-in-reply.ts'

export const setupAction = implement(setup, async ({ services, caller, setSession }, { token, password }) => {
  const session = await services.sessions.setUp(token, password, caller)
  setSession(session.token)
  return signedInReply(session)
})
