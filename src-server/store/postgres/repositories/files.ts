import { and, desc, eq, isNull, lte, or, sql } from 'drizzle-orm'
import type { AppFile } from '../../../domain/file/file.ts'
import { matching, type Conditions } from '../../conditions.ts'
import { keyset } from '../../keyset.ts'
import type { FileChange, FileFilter, FileRepository } from '../../repositories/files.ts'
import type { Seal } from '../../sealing/seal.ts'
import { sealedRows } from '../../sealing/sealed-rows.ts'
import { addedBy, changedBy, firstOf, type Connection } from '../connection.ts'
import { files } from '../schema/index.ts'
import { inOwnerScope } from './scope.ts'
import { containsAny } from './search.ts'

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
  const update = async (id: number, change: FileChange): Promise<AppFile | undefined> =>
    Object.keys(change).length === 0
      ? opened(await firstOf(orm.select().from(files).where(eq(files.id, id))))
      : opened(
          await firstOf(orm.update(files).set(secrets.close(id, change)).where(eq(files.id, id)).returning()),
        )
  return {
    enabled: async (appId, id) => {
      const rows = await orm
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
      return rows.map(open)
    },

    findInScope: async (scope, id) =>
      opened(
        await firstOf(
          orm
            .select()
            .from(files)
            .where(and(eq(files.id, id), inOwnerScope(connection, scope, files))),
        ),
      ),

    insert: (file) =>
      secrets.insert(file, (blank) => addedBy(orm.insert(files).values(blank).returning()), update),

    update,

    delete: async (id) => (await changedBy(orm.delete(files).where(eq(files.id, id)))) === 1,

    toResolve: async (before, limit) => {
      const rows = await orm
        .select()
        .from(files)
        .where(and(eq(files.kind, 'share'), or(isNull(files.resolvedAt), lte(files.resolvedAt, before))))
        .orderBy(sql`${files.resolvedAt} NULLS FIRST`, files.id)
        .limit(limit)
      return rows.map(open)
    },

    list: async (scope, filter, query) => {
      const where = and(
        inOwnerScope(connection, scope, files),
        matching(CONDITIONS, filter, undefined),
        containsAny([files.url, files.note], query.search),
      )
      const order = keyset<keyof typeof SORT, AppFile>(query, SORT, files.id)
      const rows = await orm
        .select()
        .from(files)
        .where(and(where, order.where))
        .orderBy(...order.orderBy)
        .limit(query.limit)
        .offset(order.offset)
      return { rows: rows.map(open), total: await orm.$count(files, where), next: order.next(rows) }
    },
  }
}
