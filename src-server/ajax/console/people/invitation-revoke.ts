import { invitationRevoke } from '../../../contract/actions/invitations.ts'
import { implement } from '../implement.ts'

export const invitationRevokeAction = implement(invitationRevoke, async ({ actor, services }, { id }) => {
  await services.invitations.revoke(actor, id)
  return {}
})
