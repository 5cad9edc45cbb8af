import { and, desc, eq, gt, inArray, isNull, lte, or } from 'drizzle-orm'
import type { AnnouncementRepository } from '../../repositories/announcements.ts'
import type { Connection } from '../connection.ts'
import { keyset } from '../../keyset.ts'
import { announcements } from '../schema/index.ts'
import { contains } from './search.ts'

const SORT = { id: announcements.id, starts_at: announcements.startsAt }

export function createAnnouncementRepository({ orm }: Connection): AnnouncementRepository {
  const find = (id: number) => orm.select().from(announcements).where(eq(announcements.id, id)).get()
  return {
    find: async (id) => find(id),
    insert: async (announcement) => orm.insert(announcements).values(announcement).returning().get(),
    update: async (id, change) => {
      if (Object.keys(change).length === 0) return find(id)
      return orm.update(announcements).set(change).where(eq(announcements.id, id)).returning().all()[0]
    },
    delete: async (id) => orm.delete(announcements).where(eq(announcements.id, id)).returning().all()[0],

    current: async (audiences, now, limit) =>
      orm
        .select()
        .from(announcements)
        .where(
          and(
            inArray(announcements.audience, [...audiences]),
            lte(announcements.startsAt, now),
            or(isNull(announcements.endsAt), gt(announcements.endsAt, now)),
          ),
        )
        .orderBy(desc(announcements.startsAt), desc(announcements.id))
        .limit(limit)
        .all(),

    list: async (query) => {
      const where =
        query.search === undefined || query.search === ''
          ? undefined
          : or(contains(announcements.title, query.search), contains(announcements.text, query.search))
      const order = keyset(query, SORT, announcements.id)
      const rows = orm
        .select()
        .from(announcements)
        .where(and(where, order.where))
        .orderBy(...order.orderBy)
        .limit(query.limit)
        .offset(order.offset)
        .all()
      return { rows, total: await orm.$count(announcements, where), next: order.next(rows) }
    },
  }
}
