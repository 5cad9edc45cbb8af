import { sessionRevoke } from '../../../contract/actions/security.ts'
import { implement } from '../implement.ts'

export const sessionRevokeAction = implement(sessionRevoke, async ({ services, actor, session }, input) => ({
  done:
    'handles' in input
      ? await services.sessionOverview.revoke(actor, input.handles)
      : await services.sessionOverview.revokeOthers(session),
}))
