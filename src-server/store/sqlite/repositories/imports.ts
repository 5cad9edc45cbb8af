import { and, desc, eq, isNull } from 'drizzle-orm'
import type { ImportItem, ImportRepository } from '../../repositories/imports.ts'
import type { Connection } from '../connection.ts'
import { imports } from '../schema/index.ts'
import { inOwnerScope } from './scope.ts'

export function createImportRepository(connection: Connection): ImportRepository {
  const { raw, orm } = connection
  const addItem = raw.prepare<[ImportItem & { importId: number }]>(
    `INSERT INTO import_items (import_id, item_id, mark, before) VALUES (@importId, @itemId, @mark, @before)
     ON CONFLICT (import_id, item_id) DO UPDATE SET mark = excluded.mark`,
  )
  const count = raw.prepare<[{ id: number; made: number; changed: number }]>(
    'UPDATE imports SET made = made + @made, changed = changed + @changed WHERE id = @id',
  )
  const items = raw.prepare<[number, number, number], ImportItem>(
    `SELECT item_id AS itemId, mark, before FROM import_items
     WHERE import_id = ? AND item_id > ? ORDER BY item_id LIMIT ?`,
  )
  const countItems = raw.prepare<[number], { total: number }>(
    'SELECT count(*) AS total FROM import_items WHERE import_id = ?',
  )
  const drop = raw.prepare<[number, number]>('DELETE FROM import_items WHERE import_id = ? AND item_id = ?')
  const settle = raw.prepare<[{ id: number; removed: number; restored: number }]>(
    'UPDATE imports SET removed = removed + @removed, restored = restored + @restored WHERE id = @id',
  )

  return {
    insert: async (given) => Number(orm.insert(imports).values(given).run().lastInsertRowid),

    find: async (scope, id) =>
      orm
        .select()
        .from(imports)
        .where(and(eq(imports.id, id), inOwnerScope(connection, scope, imports)))
        .get(),

    list: async (scope, kind, limit) =>
      orm
        .select()
        .from(imports)
        .where(and(eq(imports.kind, kind), inOwnerScope(connection, scope, imports)))
        .orderBy(desc(imports.id))
        .limit(limit)
        .all(),

    addItems: async (importId, added) => {
      for (const item of added) addItem.run({ ...item, importId })
      const made = added.filter(({ before }) => before === null).length
      count.run({ id: importId, made, changed: added.length - made })
    },

    items: async (id, afterId, limit) => items.all(id, afterId, limit),

    countItems: async (id) => countItems.get(id)?.total ?? 0,

    settle: async (id, { removed, restored, gone }) => {
      for (const item of [...removed, ...restored, ...gone]) drop.run(id, item)
      settle.run({ id, removed: removed.length, restored: restored.length })
    },

    markUndone: async (id, undoneBy, undoneAt) =>
      orm
        .update(imports)
        .set({ undoneBy, undoneAt })
        .where(and(eq(imports.id, id), isNull(imports.undoneAt)))
        .run().changes === 1,
  }
}
