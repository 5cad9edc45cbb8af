import type { Invitation } from '../../domain/access/invitation.ts'

export interface InvitationRepository {
  insert(invitation: Omit<Invitation, 'id' | 'usedAt'>): Promise<Invitation>
  find(id: number): Promise<Invitation | undefined>
  findByDigest(tokenDigest: string): Promise<Invitation | undefined>
  /** The open invitation of each of these operators. */
  openOf(operatorIds: readonly number[], now: number): Promise<Map<number, Invitation>>
  /**
   * @returns false when it was used before or has expired, so that of two simultaneous users only one
   * succeeds
   */
  use(id: number, now: number): Promise<boolean>
  /** Deletes an operator's unused invitations, so that their links stop working. @returns their number */
  deleteOpenOf(operatorId: number): Promise<number>
  /** Deletes invitations that expired before that time. */
  deleteEndedBefore(at: number): Promise<void>
}
