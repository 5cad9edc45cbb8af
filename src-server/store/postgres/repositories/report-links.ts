import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { ReportLinkRepository } from '../../repositories/performance.ts'
import { addedBy, changedBy, firstOf, type Connection } from '../connection.ts'
import { reportLinks } from '../schema/index.ts'

export function createReportLinkRepository({ orm }: Connection): ReportLinkRepository {
  const isOpen = (now: number) => and(isNull(reportLinks.revokedAt), gt(reportLinks.expiresAt, now))
  return {
    insert: (link) => addedBy(orm.insert(reportLinks).values(link).returning()),
    findByDigest: (digest) =>
      firstOf(orm.select().from(reportLinks).where(eq(reportLinks.tokenDigest, digest))),
    find: (id) => firstOf(orm.select().from(reportLinks).where(eq(reportLinks.id, id))),
    ofDevice: async (deviceId, limit) =>
      orm
        .select()
        .from(reportLinks)
        .where(eq(reportLinks.deviceId, deviceId))
        .orderBy(desc(reportLinks.id))
        .limit(limit),
    countOpen: async (deviceId, now) =>
      orm.$count(reportLinks, and(eq(reportLinks.deviceId, deviceId), isOpen(now))),
    countView: async (id, now) => {
      const change = { views: sql`${reportLinks.views} + 1`, lastViewedAt: now }
      await orm.update(reportLinks).set(change).where(eq(reportLinks.id, id))
    },
    revoke: async (id, now) => {
      const revoked = orm
        .update(reportLinks)
        .set({ revokedAt: now })
        .where(and(eq(reportLinks.id, id), isOpen(now)))
      return (await changedBy(revoked)) === 1
    },
    deleteEndedBefore: async (at) => {
      await orm.delete(reportLinks).where(lt(reportLinks.expiresAt, at))
    },
  }
}
