import { and, desc, eq, getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { Scope } from '../../../domain/access/scope.ts'
import { withTag } from '../../group-tag.ts'
import type { GroupActRepository } from '../../repositories/group-acts.ts'
import { addedBy, firstOf, type Connection } from '../connection.ts'
import { groupActs, groupPauses } from '../schema/index.ts'
import { DEVICE_ROWS, devicesOf, type DeviceRow } from './device-rows.ts'

type Chosen = [{ actId: number; ids: readonly number[] }]
const IN_IDS = '= ANY(@ids::bigint[])'

export function createGroupActRepository({ prepare, orm }: Connection): GroupActRepository {
  const mark = prepare<Chosen>(
    `INSERT INTO group_pauses (device_id, act_id)
     SELECT id, @actId::bigint FROM devices WHERE id ${IN_IDS} AND NOT pause_open
     ON CONFLICT (device_id) DO UPDATE SET act_id = excluded.act_id`,
  )
  const pause = prepare<[{ ids: readonly number[] }], DeviceRow>(
    `UPDATE devices SET pause_open = true, revision = revision + 1 WHERE id ${IN_IDS} AND NOT pause_open RETURNING ${DEVICE_ROWS.all}`,
  )
  const resume = prepare<Chosen, DeviceRow>(
    `UPDATE devices SET pause_open = false, revision = revision + 1 WHERE id ${IN_IDS}
       AND id IN (SELECT device_id FROM group_pauses WHERE act_id = @actId) RETURNING ${DEVICE_ROWS.all}`,
  )
  const unmark = prepare<Chosen>(`DELETE FROM group_pauses WHERE act_id = @actId AND device_id ${IN_IDS}`)
  const left = sql<number>`(SELECT count(*) FROM ${groupPauses} WHERE ${groupPauses.actId} = ${groupActs.id})`

  return {
    insert: async (act) => {
      const { id } = await addedBy(orm.insert(groupActs).values(act).returning({ id: groupActs.id }))
      return id
    },

    pause: async (actId, ids) => {
      await mark.run({ actId, ids })
      return devicesOf(await pause.all({ ids }))
    },

    settle: async (actId, done) => {
      await orm.update(groupActs).set(done).where(eq(groupActs.id, actId))
    },

    pausedBy: async (actId) => {
      const rows = await orm
        .select({ id: groupPauses.deviceId })
        .from(groupPauses)
        .where(eq(groupPauses.actId, actId))
        .orderBy(groupPauses.deviceId)
      return rows.map(({ id }) => id)
    },

    resume: async (actId, ids) => {
      const resumed = await resume.all({ actId, ids })
      await unmark.run({ actId, ids })
      return devicesOf(resumed)
    },

    markResumed: async (actId, resumedBy, resumedAt) => {
      await orm.update(groupActs).set({ resumedBy, resumedAt }).where(eq(groupActs.id, actId))
    },

    list: async (scope, limit) => {
      const rows = await orm
        .select({ ...getTableColumns(groupActs), left })
        .from(groupActs)
        .where(inScope(scope))
        .orderBy(desc(groupActs.id))
        .limit(limit)
      return rows.map(withTag)
    },

    find: (scope, id) =>
      firstOf(
        orm
          .select()
          .from(groupActs)
          .where(and(eq(groupActs.id, id), inScope(scope))),
      ),
  }
}

/** The acts of an operator and the operator's staff. */
function inScope(scope: Scope): SQL | undefined {
  switch (scope.kind) {
    // A token that is limited to applications resumes accounts one by one.
    case 'within':
      return sql`false`
    case 'everything':
      return undefined
    case 'ownedBy':
    case 'attributedTo':
      return eq(groupActs.operatorId, scope.operatorId)
  }
}
