import { and, desc, eq, isNull } from 'drizzle-orm'
import type { ImportItem, ImportRepository } from '../../repositories/imports.ts'
import { addedBy, changedBy, firstOf, type Connection } from '../connection.ts'
import { imports } from '../schema/index.ts'
import { inOwnerScope } from './scope.ts'

export function createImportRepository(connection: Connection): ImportRepository {
  const { prepare, orm } = connection
  const addItems = prepare<[number, readonly number[], readonly string[], readonly (string | null)[]]>(
    `INSERT INTO import_items (import_id, item_id, mark, before)
     SELECT ?::bigint, item_id, mark, before FROM unnest(?::bigint[], ?::text[], ?::text[]) AS added (item_id, mark, before)
     ON CONFLICT (import_id, item_id) DO UPDATE SET mark = excluded.mark`,
  )
  const count = prepare<[{ id: number; made: number; changed: number }]>(
    'UPDATE imports SET made = made + @made, changed = changed + @changed WHERE id = @id',
  )
  const items = prepare<[number, number, number], ImportItem>(
    `SELECT item_id AS "itemId", mark, before FROM import_items
     WHERE import_id = ? AND item_id > ? ORDER BY item_id LIMIT ?`,
  )
  const countItems = prepare<[number], { total: number }>(
    'SELECT count(*) AS total FROM import_items WHERE import_id = ?',
  )
  const drop = prepare<[number, readonly number[]]>(
    'DELETE FROM import_items WHERE import_id = ? AND item_id = ANY(?::bigint[])',
  )
  const settle = prepare<[{ id: number; removed: number; restored: number }]>(
    'UPDATE imports SET removed = removed + @removed, restored = restored + @restored WHERE id = @id',
  )

  return {
    insert: async (given) => {
      const { id } = await addedBy(orm.insert(imports).values(given).returning({ id: imports.id }))
      return id
    },

    find: (scope, id) =>
      firstOf(
        orm
          .select()
          .from(imports)
          .where(and(eq(imports.id, id), inOwnerScope(connection, scope, imports))),
      ),

    list: async (scope, kind, limit) =>
      orm
        .select()
        .from(imports)
        .where(and(eq(imports.kind, kind), inOwnerScope(connection, scope, imports)))
        .orderBy(desc(imports.id))
        .limit(limit),

    addItems: async (importId, added) => {
      const items = onceEach(added)
      await addItems.run(
        importId,
        items.map(({ itemId }) => itemId),
        items.map(({ mark }) => mark),
        items.map(({ before }) => before),
      )
      const made = added.filter(({ before }) => before === null).length
      await count.run({ id: importId, made, changed: added.length - made })
    },

    items: (id, afterId, limit) => items.all(id, afterId, limit),

    countItems: async (id) => (await countItems.get(id))?.total ?? 0,

    settle: async (id, { removed, restored, gone }) => {
      await drop.run(id, [...removed, ...restored, ...gone])
      await settle.run({ id, removed: removed.length, restored: restored.length })
    },

    markUndone: async (id, undoneBy, undoneAt) => {
      const marked = orm
        .update(imports)
        .set({ undoneBy, undoneAt })
        .where(and(eq(imports.id, id), isNull(imports.undoneAt)))
      return (await changedBy(marked)) === 1
    },
  }
}

/** One statement can't write a row twice: the first values of each, and the last mark. */
function onceEach(items: readonly ImportItem[]): ImportItem[] {
  const byId = new Map<number, ImportItem>()
  for (const item of items) byId.set(item.itemId, { ...(byId.get(item.itemId) ?? item), mark: item.mark })
  return [...byId.values()]
}
