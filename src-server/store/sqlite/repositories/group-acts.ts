import { and, desc, eq, getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { Scope } from '../../../domain/access/scope.ts'
import { withTag } from '../../group-tag.ts'
import type { GroupActRepository } from '../../repositories/group-acts.ts'
import type { Connection } from '../connection.ts'
import { groupActs, groupPauses } from '../schema/index.ts'
import { DEVICE_ROWS, type DeviceRow } from './device-rows.ts'

type Chosen = [{ actId: number; ids: string }]
const IN_IDS = 'IN (SELECT value FROM json_each(@ids))'

export function createGroupActRepository({ raw, orm }: Connection): GroupActRepository {
  const mark = raw.prepare<Chosen>(
    `INSERT INTO group_pauses (device_id, act_id) SELECT id, @actId FROM devices WHERE id ${IN_IDS} AND pause_open = 0
     ON CONFLICT (device_id) DO UPDATE SET act_id = excluded.act_id`,
  )
  const pause = raw.prepare<[{ ids: string }], DeviceRow>(
    `UPDATE devices SET pause_open = 1, revision = revision + 1 WHERE id ${IN_IDS} AND pause_open = 0 RETURNING ${DEVICE_ROWS.all}`,
  )
  const resume = raw.prepare<Chosen, DeviceRow>(
    `UPDATE devices SET pause_open = 0, revision = revision + 1 WHERE id ${IN_IDS}
       AND id IN (SELECT device_id FROM group_pauses WHERE act_id = @actId) RETURNING ${DEVICE_ROWS.all}`,
  )
  const unmark = raw.prepare<Chosen>(`DELETE FROM group_pauses WHERE act_id = @actId AND device_id ${IN_IDS}`)
  const left = sql<number>`(SELECT count(*) FROM ${groupPauses} WHERE ${groupPauses.actId} = ${groupActs.id})`

  return {
    insert: async (act) => Number(orm.insert(groupActs).values(act).run().lastInsertRowid),

    pause: async (actId, ids) => {
      const chosen = JSON.stringify(ids)
      mark.run({ actId, ids: chosen })
      return pause.all({ ids: chosen }).map(DEVICE_ROWS.read)
    },

    settle: async (actId, done) => {
      orm.update(groupActs).set(done).where(eq(groupActs.id, actId)).run()
    },

    pausedBy: async (actId) =>
      orm
        .select({ id: groupPauses.deviceId })
        .from(groupPauses)
        .where(eq(groupPauses.actId, actId))
        .all()
        .map(({ id }) => id),

    resume: async (actId, ids) => {
      const chosen = { actId, ids: JSON.stringify(ids) }
      const resumed = resume.all(chosen)
      unmark.run(chosen)
      return resumed.map(DEVICE_ROWS.read)
    },

    markResumed: async (actId, resumedBy, resumedAt) => {
      orm.update(groupActs).set({ resumedBy, resumedAt }).where(eq(groupActs.id, actId)).run()
    },

    list: async (scope, limit) =>
      orm
        .select({ ...getTableColumns(groupActs), left })
        .from(groupActs)
        .where(inScope(scope))
        .orderBy(desc(groupActs.id))
        .limit(limit)
        .all()
        .map(withTag),

    find: async (scope, id) =>
      orm
        .select()
        .from(groupActs)
        .where(and(eq(groupActs.id, id), inScope(scope)))
        .get(),
  }
}

/** The acts of an operator and the operator's staff. */
function inScope(scope: Scope): SQL | undefined {
  switch (scope.kind) {
    // A token that is limited to applications resumes accounts one by one.
    case 'within':
      return sql`0`
    case 'everything':
      return undefined
    case 'ownedBy':
    case 'attributedTo':
      return eq(groupActs.operatorId, scope.operatorId)
  }
}
