import { and, asc, desc, eq, isNull, lte, or } from 'drizzle-orm'
import type { FileChange, FileFilter, FileRepository } from '../../repositories/files.ts'
import type { Connection } from '../connection.ts'
import { keyset } from '../../keyset.ts'
import type { Seal } from '../../sealing/seal.ts'
import { sealedRows } from '../../sealing/sealed-rows.ts'
import { files } from '../schema/index.ts'
import type { AppFile } from '../../../domain/file/file.ts'
import { inOwnerScope } from './scope.ts'
import { contains } from './search.ts'
import { matching, type Conditions } from '../../conditions.ts'

const SORT = { id: files.id, created_at: files.createdAt }

const CONDITIONS: Conditions<FileFilter> = {
  app: (id) => eq(files.appId, id),
  enabled: (enabled) => eq(files.enabled, enabled),
}

export function createFileRepository(connection: Connection, seal: Seal): FileRepository {
  const { orm } = connection
  const secrets = sealedRows('files', seal)
  const open = (row: AppFile): AppFile => secrets.open(row.id, row)
  const opened = (row: AppFile | undefined) => row && open(row)
  const update = (id: number, change: FileChange): AppFile | undefined =>
    Object.keys(change).length === 0
      ? opened(orm.select().from(files).where(eq(files.id, id)).get())
      : opened(orm.update(files).set(secrets.close(id, change)).where(eq(files.id, id)).returning().all()[0])
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
        .all()
        .map(open),

    findInScope: async (scope, id) =>
      opened(
        orm
          .select()
          .from(files)
          .where(and(eq(files.id, id), inOwnerScope(connection, scope, files)))
          .get(),
      ),

    insert: async (file) =>
      secrets.insert(file, (blank) => orm.insert(files).values(blank).returning().get(), update),

    update: async (id, change) => update(id, change),

    delete: async (id) => orm.delete(files).where(eq(files.id, id)).run().changes === 1,

    toResolve: async (before, limit) =>
      orm
        .select()
        .from(files)
        .where(and(eq(files.kind, 'share'), or(isNull(files.resolvedAt), lte(files.resolvedAt, before))))
        .orderBy(asc(files.resolvedAt), asc(files.id))
        .limit(limit)
        .all()
        .map(open),

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
      return { rows: rows.map(open), total: await orm.$count(files, where), next: order.next(rows) }
    },
  }
}
