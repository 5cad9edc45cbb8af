import { login } from '../../../contract/actions/session.ts'
import { implement } from '../implement.ts'
import { signedInReply } from './signed-in-reply.ts'

export const loginAction = implement(
  login,
  async ({ services, caller, setSession }, { name, password, otp }) => {
    const session = await services.sessions.signIn(name, password, caller, otp)
    setSession(session.token)
    return signedInReply(session)
  },
)
