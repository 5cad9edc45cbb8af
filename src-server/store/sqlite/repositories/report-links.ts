import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { ReportLinkRepository } from '../../repositories/performance.ts'
import type { Connection } from '../connection.ts'
import { reportLinks } from '../schema/index.ts'

export function createReportLinkRepository({ orm }: Connection): ReportLinkRepository {
  const isOpen = (now: number) => and(isNull(reportLinks.revokedAt), gt(reportLinks.expiresAt, now))
  return {
    insert: async (link) => orm.insert(reportLinks).values(link).returning().get(),
    findByDigest: async (digest) =>
      orm.select().from(reportLinks).where(eq(reportLinks.tokenDigest, digest)).get(),
    find: async (id) => orm.select().from(reportLinks).where(eq(reportLinks.id, id)).get(),
    ofDevice: async (deviceId, limit) =>
      orm
        .select()
        .from(reportLinks)
        .where(eq(reportLinks.deviceId, deviceId))
        .orderBy(desc(reportLinks.id))
        .limit(limit)
        .all(),
    countOpen: (deviceId, now) =>
      orm.$count(reportLinks, and(eq(reportLinks.deviceId, deviceId), isOpen(now))),
    countView: async (id, now) => {
      const change = { views: sql`${reportLinks.views} + 1`, lastViewedAt: now }
      orm.update(reportLinks).set(change).where(eq(reportLinks.id, id)).run()
    },
    revoke: async (id, now) =>
      orm
        .update(reportLinks)
        .set({ revokedAt: now })
        .where(and(eq(reportLinks.id, id), isOpen(now)))
        .run().changes === 1,
    deleteEndedBefore: async (at) => {
      orm.delete(reportLinks).where(lt(reportLinks.expiresAt, at)).run()
    },
  }
}
