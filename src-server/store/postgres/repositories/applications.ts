import { eq, inArray, sql } from 'drizzle-orm'
import type { Application } from '../../../domain/application/application.ts'
import type { ApplicationRepository } from '../../repositories/applications.ts'
import type { Seal } from '../../sealing/seal.ts'
import { sealedRows } from '../../sealing/sealed-rows.ts'
import { changedBy, firstOf, type Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import { applications } from '../schema/index.ts'

export function createApplicationRepository({ prepare, orm }: Connection, seal: Seal): ApplicationRepository {
  const secrets = sealedRows('applications', seal)
  const open = (row: Application): Application => secrets.open(row.id, row)
  const opened = (row: Application | undefined) => row && open(row)
  const find = async (id: number) =>
    opened(await firstOf(orm.select().from(applications).where(eq(applications.id, id))))
  const update = async (id: number, change: Partial<Application>): Promise<Application | undefined> => {
    if (Object.keys(change).length === 0) return find(id)
    const changed = orm
      .update(applications)
      .set({ ...secrets.close(id, change), revision: sql`${applications.revision} + 1` })
      .where(eq(applications.id, id))
    return opened(await firstOf(changed.returning()))
  }
  const addCalls = prepare<[number, number], { total: number }>(
    'UPDATE applications SET api_total = api_total + ? WHERE id = ? RETURNING api_total AS total',
  )
  // A number from another system: the database gives higher ones from then on.
  const countFrom = prepare<[{ id: number }]>(
    `SELECT setval('applications_id_seq', @id) FROM applications_id_seq WHERE last_value + is_called::int <= @id`,
  )
  return {
    all: async (ids) => {
      const rows = await orm
        .select()
        .from(applications)
        .where(ids && inArray(applications.id, [...ids]))
        .orderBy(applications.id)
      return rows.map(open)
    },

    find,

    insert: async (application) => {
      if (application.id !== undefined) await countFrom.run({ id: application.id })
      return secrets.insert(
        application,
        (blank) => firstOf(orm.insert(applications).values(blank).returning({ id: applications.id })),
        update,
      )
    },

    update,

    delete: async (id) => (await changedBy(orm.delete(applications).where(eq(applications.id, id)))) === 1,

    callTotals: async (ids) => {
      const rows = await orm
        .select({ id: applications.id, total: applications.apiTotal })
        .from(applications)
        .where(inArray(applications.id, [...ids]))
      return new Map(rows.map(({ id, total }) => [id, total]))
    },

    addCalls: async (counted) => {
      const totals = new Map<number, number>()
      // All copies lock the rows in one order.
      for (const [id, calls] of [...counted].sort(([a], [b]) => a - b)) {
        const added = await addCalls.get(calls, id)
        if (added !== undefined) totals.set(id, added.total)
      }
      return totals
    },

    list: () => missing('applications'),
  }
}
