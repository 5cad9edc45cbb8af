import { invitationAccept } from '../../../contract/actions/invitations.ts'
import { implement } from '../implement.ts'
import { signedInReply } from '../session/signed-in-reply.ts'

export const invitationAcceptAction = implement(
  invitationAccept,
  async ({ services, caller, setSession }, { token, password }) => {
    const session = await services.invitations.accept(token, password, caller)
    if (session === undefined) return { session: null }
    setSession(session.token)
    return { session: signedInReply(session) }
  },
)
