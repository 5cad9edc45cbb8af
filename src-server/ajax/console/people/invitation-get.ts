import { invitationGet } from '../../../contract/actions/invitations.ts'
import { implement } from '../implement.ts'

export const invitationGetAction = implement(invitationGet, async ({ services }, { token }) => {
  const { invitation, operator } = await services.invitations.look(token)
  const { kind, createdBy, expiresAt } = invitation
  return { kind, name: operator.name, role: operator.role, invited_by: createdBy, expires_at: expiresAt }
})
