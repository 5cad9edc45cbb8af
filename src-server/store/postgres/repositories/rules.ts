import { count, eq } from 'drizzle-orm'
import type { PauseSwitch, RuleFirings, RuleRepository } from '../../repositories/rules.ts'
import { anyOf } from '../any-of.ts'
import { addedBy, changedBy, firstOf, type Connection } from '../connection.ts'
import { recordsText } from '../stored-text.ts'
import { equityMarks, rulePauses, rules, ruleStates } from '../schema/index.ts'

export function createRuleRepository({ orm, prepare }: Connection): RuleRepository {
  // A deleted account or rule leaves no row, so the insert must not fail on their keys.
  const putStates = prepare<[string]>(
    `INSERT INTO rule_states (rule_id, device_id, levels)
     SELECT rules.id, devices.id, put.levels
     FROM json_to_recordset(?::json) AS put ("ruleId" bigint, "deviceId" bigint, levels json)
       JOIN rules ON rules.id = put."ruleId" JOIN devices ON devices.id = put."deviceId"
     ON CONFLICT (rule_id, device_id) DO UPDATE SET levels = excluded.levels`,
  )
  const putPauses = prepare<[readonly number[], readonly string[], readonly string[]]>(
    `INSERT INTO rule_pauses (device_id, switch, event_key) SELECT * FROM unnest(?::bigint[], ?::text[], ?::text[])
     ON CONFLICT (device_id, switch) DO UPDATE SET event_key = excluded.event_key`,
  )
  const takePauses = prepare<[number, string], { switch: PauseSwitch }>(
    'DELETE FROM rule_pauses WHERE device_id = ? AND event_key = ? RETURNING switch',
  )
  const forgetPauses = prepare<[readonly number[], readonly PauseSwitch[]]>(
    'DELETE FROM rule_pauses WHERE device_id = ANY(?::bigint[]) AND switch = ANY(?::text[])',
  )
  const putMarks = prepare<[string]>(
    `INSERT INTO equity_marks (device_id, account_key, peak, day, day_equity)
     SELECT devices.id, put."accountKey", put.peak, put.day, put."dayEquity"
     FROM json_to_recordset(?::json) AS put ("deviceId" bigint, "accountKey" text, peak float8, day bigint, "dayEquity" float8)
       JOIN devices ON devices.id = put."deviceId"
     ON CONFLICT (device_id) DO UPDATE SET account_key = excluded.account_key, peak = excluded.peak, day = excluded.day,
       day_equity = excluded.day_equity`,
  )
  const firings = prepare<[number], RuleFirings>(
    `SELECT rule_id AS "ruleId", count(*) AS times, max(at) AS "lastAt" FROM risk_events
     WHERE rule_id IS NOT NULL AND at >= ? GROUP BY rule_id`,
  )
  return {
    all: async (ids) =>
      orm
        .select()
        .from(rules)
        .where(ids && anyOf(rules.id, ids))
        .orderBy(rules.id),
    find: async (id) => firstOf(orm.select().from(rules).where(eq(rules.id, id))),
    countOf: async (ownerId) => {
      const row = await firstOf(orm.select({ rules: count() }).from(rules).where(eq(rules.ownerId, ownerId)))
      return row?.rules ?? 0
    },
    insert: async (rule) => addedBy(orm.insert(rules).values(rule).returning()),
    update: async (id, change) => firstOf(orm.update(rules).set(change).where(eq(rules.id, id)).returning()),
    delete: async (id) => (await changedBy(orm.delete(rules).where(eq(rules.id, id)))) > 0,

    states: async () => orm.select().from(ruleStates),
    putStates: async (states) => {
      const put = lastOfEach(states, ({ ruleId, deviceId }) => `${ruleId}:${deviceId}`)
      if (put.length > 0) await putStates.run(recordsText(put))
    },
    dropStates: async (ruleId) => {
      await orm.delete(ruleStates).where(eq(ruleStates.ruleId, ruleId))
    },

    putPauses: async (pauses) => {
      // One statement can't write a row twice: the last one counts.
      const last = [...new Map(pauses.map((pause) => [`${pause.deviceId} ${pause.switch}`, pause])).values()]
      await putPauses.run(
        last.map(({ deviceId }) => deviceId),
        last.map((pause) => pause.switch),
        last.map(({ eventKey }) => eventKey),
      )
    },
    pausesOf: async (eventKeys) => orm.select().from(rulePauses).where(anyOf(rulePauses.eventKey, eventKeys)),
    takePauses: async (deviceId, eventKey) =>
      (await takePauses.all(deviceId, eventKey)).map((taken) => taken.switch),
    forgetPauses: async (deviceIds, switches) => {
      await forgetPauses.run(deviceIds, switches)
    },

    marks: async () => orm.select().from(equityMarks),
    putMarks: async (marks) => {
      const put = lastOfEach(marks, ({ deviceId }) => deviceId)
      if (put.length > 0) await putMarks.run(recordsText(put))
    },

    firings: async (since) => firings.all(since),
  }
}

/** One statement can't write a row twice: the last one of each key, as if they were written one after another. */
function lastOfEach<T>(rows: readonly T[], keyOf: (row: T) => number | string): T[] {
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()]
}
