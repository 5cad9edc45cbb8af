import type { Invitation } from '../../domain/access/invitation.ts'

export interface InvitationRepository {
  insert(invitation: Omit<Invitation, 'id' | 'usedAt'>): Promise<Invitation>
  find(id: number): Promise<Invitation | undefined>
  findByDigest(tokenDigest: string): Promise<Invitation | undefined>
  /** The open one of each of these operators. */
  openOf(operatorIds: readonly number[], now: number): Promise<Map<number, Invitation>>
  /** @returns false when it was used before, or is over: of two who use it, one does. */
  use(id: number, now: number): Promise<boolean>
  /** Those of an operator that weren't used: their links are worth nothing then. @returns how many */
  deleteOpenOf(operatorId: number): Promise<number>
  /** What is over since then. */
  deleteEndedBefore(at: number): Promise<void>
}
