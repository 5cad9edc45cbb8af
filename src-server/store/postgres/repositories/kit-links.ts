import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { KitLinkRepository } from '../../repositories/kit-links.ts'
import { addedBy, changedBy, firstOf, type Connection } from '../connection.ts'
import { kitLinks } from '../schema/index.ts'
import { inOwnerScope } from './scope.ts'

export function createKitLinkRepository(connection: Connection): KitLinkRepository {
  const { orm } = connection
  const isOpen = (now: number) =>
    and(isNull(kitLinks.revokedAt), gt(kitLinks.expiresAt, now), lt(kitLinks.used, kitLinks.maxUses))
  return {
    insert: (link) => addedBy(orm.insert(kitLinks).values(link).returning()),
    findByDigest: (tokenDigest) =>
      firstOf(orm.select().from(kitLinks).where(eq(kitLinks.tokenDigest, tokenDigest))),
    findInScope: (scope, id) =>
      firstOf(
        orm
          .select()
          .from(kitLinks)
          .where(and(eq(kitLinks.id, id), inOwnerScope(connection, scope, kitLinks))),
      ),
    ofApplication: async (appId, limit) =>
      orm.select().from(kitLinks).where(eq(kitLinks.appId, appId)).orderBy(desc(kitLinks.id)).limit(limit),
    countOpen: async (appId, now) => orm.$count(kitLinks, and(eq(kitLinks.appId, appId), isOpen(now))),
    use: async (id, now) =>
      (await changedBy(
        orm
          .update(kitLinks)
          .set({ used: sql`${kitLinks.used} + 1`, lastUsedAt: now })
          .where(and(eq(kitLinks.id, id), isOpen(now))),
      )) === 1,
    revoke: async (id, now) =>
      (await changedBy(
        orm
          .update(kitLinks)
          .set({ revokedAt: now })
          .where(and(eq(kitLinks.id, id), isOpen(now))),
      )) === 1,
    deleteEndedBefore: async (at) => {
      await orm.delete(kitLinks).where(lt(kitLinks.expiresAt, at))
    },
  }
}
