import { and, asc, desc, eq, isNull, lte, or } from 'drizzle-orm'
import type { FileFilter, FileRepository } from '../../repositories/files.ts'
import type { Connection } from '../connection.ts'
import { keyset } from '../keyset.ts'
import { files } from '../schema/index.ts'
import type { AppFile } from '../../../domain/file/file.ts'
import { inOwnerScope } from './scope.ts'
import { contains } from './search.ts'
import { matching, type Conditions } from '../conditions.ts'

const SORT = { id: files.id, created_at: files.createdAt }

const CONDITIONS: Conditions<FileFilter> = {
  app: (id) => eq(files.appId, id),
  enabled: (enabled) => eq(files.enabled, enabled),
}

export function createFileRepository(connection: Connection): FileRepository {
  const { orm } = connection
  return {
    enabled: async (appId, id) =>
      orm
        .select()
        .from(files)
        .where(
          and(
            eq(files.appId, appId),
            eq(files.enabled, true),
            id === undefined ? undefined : eq(files.id, id),
          ),
        )
        .orderBy(desc(files.id))
        .all(),

    findInScope: async (scope, id) =>
      orm
        .select()
        .from(files)
        .where(and(eq(files.id, id), inOwnerScope(connection, scope, files)))
        .get(),

    insert: async (file) => orm.insert(files).values(file).returning().get(),

    update: async (id, change) => {
      if (Object.keys(change).length === 0) return orm.select().from(files).where(eq(files.id, id)).get()
      return orm.update(files).set(change).where(eq(files.id, id)).returning().all()[0]
    },

    delete: async (id) => orm.delete(files).where(eq(files.id, id)).run().changes === 1,

    toResolve: async (before, limit) =>
      orm
        .select()
        .from(files)
        .where(and(eq(files.kind, 'share'), or(isNull(files.resolvedAt), lte(files.resolvedAt, before))))
        .orderBy(asc(files.resolvedAt), asc(files.id))
        .limit(limit)
        .all(),

    list: async (scope, filter, query) => {
      const where = and(
        inOwnerScope(connection, scope, files),
        matching(CONDITIONS, filter, undefined),
        query.search === undefined || query.search === ''
          ? undefined
          : or(contains(files.url, query.search), contains(files.note, query.search)),
      )
      const order = keyset<keyof typeof SORT, AppFile>(query, SORT, files.id)
      const rows = orm
        .select()
        .from(files)
        .where(and(where, order.where))
        .orderBy(...order.orderBy)
        .limit(query.limit)
        .offset(order.offset)
        .all()
      return { rows, total: await orm.$count(files, where), next: order.next(rows) }
    },
  }
}
