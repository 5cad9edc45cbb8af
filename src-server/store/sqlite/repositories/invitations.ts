import { and, eq, gt, inArray, isNull, lt } from 'drizzle-orm'
import type { InvitationRepository } from '../../repositories/invitations.ts'
import type { Connection } from '../connection.ts'
import { invitations } from '../schema/index.ts'

export function createInvitationRepository({ orm }: Connection): InvitationRepository {
  return {
    insert: async (invitation) => orm.insert(invitations).values(invitation).returning().get(),
    find: async (id) => orm.select().from(invitations).where(eq(invitations.id, id)).get(),
    findByDigest: async (tokenDigest) =>
      orm.select().from(invitations).where(eq(invitations.tokenDigest, tokenDigest)).get(),
    openOf: async (operatorIds, now) => {
      const rows = orm
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
        .all()
      return new Map(rows.map((row) => [row.operatorId, row]))
    },
    use: async (id, now) =>
      orm
        .update(invitations)
        .set({ usedAt: now })
        .where(and(eq(invitations.id, id), isNull(invitations.usedAt), gt(invitations.expiresAt, now)))
        .run().changes === 1,
    deleteOpenOf: async (operatorId) =>
      orm
        .delete(invitations)
        .where(and(eq(invitations.operatorId, operatorId), isNull(invitations.usedAt)))
        .run().changes,
    deleteEndedBefore: async (at) => {
      orm.delete(invitations).where(lt(invitations.expiresAt, at)).run()
    },
  }
}
