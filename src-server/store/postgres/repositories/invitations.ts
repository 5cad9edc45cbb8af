import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { InvitationRepository } from '../../repositories/invitations.ts'

export function createInvitationRepository(_connection: Connection): InvitationRepository {
  return missing('invitations')
}
