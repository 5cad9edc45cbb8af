import type { InvitationKind } from '../../contract/people.ts'

/**
 * A one-time link with which an operator sets a password. Only the link holds the token. Times are Unix
 * seconds.
 */
export interface Invitation {
  readonly id: number
  /** sha256 of the token, hex. */
  readonly tokenDigest: string
  readonly kind: InvitationKind
  readonly operatorId: number
  readonly createdBy: string
  readonly createdAt: number
  readonly expiresAt: number
  readonly usedAt: number | null
}

/** How long a link is valid, seconds. */
const LIFE_SECONDS: Readonly<Record<InvitationKind, number>> = { invite: 7 * 86_400, reset: 86_400 }

export function endOfInvitation(kind: InvitationKind, now: number): number {
  return now + LIFE_SECONDS[kind]
}

/** Whether the link is neither used nor expired. */
export function isOpen(invitation: Pick<Invitation, 'usedAt' | 'expiresAt'>, now: number): boolean {
  return invitation.usedAt === null && invitation.expiresAt > now
}
