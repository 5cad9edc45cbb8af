import { and, eq, gt, inArray, isNull, lt } from 'drizzle-orm'
import type { InvitationRepository } from '../../repositories/invitations.ts'
import { addedBy, changedBy, firstOf, type Connection } from '../connection.ts'
import { invitations } from '../schema/index.ts'

export function createInvitationRepository({ orm }: Connection): InvitationRepository {
  return {
    insert: (invitation) => addedBy(orm.insert(invitations).values(invitation).returning()),
    find: (id) => firstOf(orm.select().from(invitations).where(eq(invitations.id, id))),
    findByDigest: (tokenDigest) =>
      firstOf(orm.select().from(invitations).where(eq(invitations.tokenDigest, tokenDigest))),
    openOf: async (operatorIds, now) => {
      const rows = await orm
        .select()
        .from(invitations)
        .where(
          and(
            inArray(invitations.operatorId, [...operatorIds]),
            isNull(invitations.usedAt),
            gt(invitations.expiresAt, now),
          ),
        )
        .orderBy(invitations.id)
      return new Map(rows.map((row) => [row.operatorId, row]))
    },
    use: async (id, now) =>
      (await changedBy(
        orm
          .update(invitations)
          .set({ usedAt: now })
          .where(and(eq(invitations.id, id), isNull(invitations.usedAt), gt(invitations.expiresAt, now))),
      )) === 1,
    deleteOpenOf: (operatorId) =>
      changedBy(
        orm
          .delete(invitations)
          .where(and(eq(invitations.operatorId, operatorId), isNull(invitations.usedAt))),
      ),
    deleteEndedBefore: async (at) => {
      await orm.delete(invitations).where(lt(invitations.expiresAt, at))
    },
  }
}
