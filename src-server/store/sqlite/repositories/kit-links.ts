import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { KitLinkRepository } from '../../repositories/kit-links.ts'
import type { Connection } from '../connection.ts'
import { kitLinks } from '../schema/index.ts'
import { inOwnerScope } from './scope.ts'

export function createKitLinkRepository(connection: Connection): KitLinkRepository {
  const { orm } = connection
  const isOpen = (now: number) =>
    and(isNull(kitLinks.revokedAt), gt(kitLinks.expiresAt, now), lt(kitLinks.used, kitLinks.maxUses))
  return {
    insert: async (link) => orm.insert(kitLinks).values(link).returning().get(),
    findByDigest: async (tokenDigest) =>
      orm.select().from(kitLinks).where(eq(kitLinks.tokenDigest, tokenDigest)).get(),
    findInScope: async (scope, id) =>
      orm
        .select()
        .from(kitLinks)
        .where(and(eq(kitLinks.id, id), inOwnerScope(connection, scope, kitLinks)))
        .get(),
    ofApplication: async (appId, limit) =>
      orm
        .select()
        .from(kitLinks)
        .where(eq(kitLinks.appId, appId))
        .orderBy(desc(kitLinks.id))
        .limit(limit)
        .all(),
    countOpen: (appId, now) => orm.$count(kitLinks, and(eq(kitLinks.appId, appId), isOpen(now))),
    use: async (id, now) =>
      orm
        .update(kitLinks)
        .set({ used: sql`${kitLinks.used} + 1`, lastUsedAt: now })
        .where(and(eq(kitLinks.id, id), isOpen(now)))
        .run().changes === 1,
    revoke: async (id, now) =>
      orm
        .update(kitLinks)
        .set({ revokedAt: now })
        .where(and(eq(kitLinks.id, id), isOpen(now)))
        .run().changes === 1,
    deleteEndedBefore: async (at) => {
      orm.delete(kitLinks).where(lt(kitLinks.expiresAt, at)).run()
    },
  }
}
