import { count, eq, inArray } from 'drizzle-orm'
import type {
  EquityMark,
  PauseSwitch,
  RuleFirings,
  RulePause,
  RuleRepository,
} from '../../repositories/rules.ts'
import { among } from '../../conditions.ts'
import type { Connection } from '../connection.ts'
import { equityMarks, rulePauses, rules, ruleStates } from '../schema/index.ts'

export function createRuleRepository({ orm, raw }: Connection): RuleRepository {
  // A deleted account or rule leaves no row, so the insert must not fail on their keys.
  const putState = raw.prepare<[{ ruleId: number; deviceId: number; levels: string }]>(
    `INSERT INTO rule_states (rule_id, device_id, levels)
     SELECT @ruleId, @deviceId, @levels
     WHERE EXISTS (SELECT 1 FROM rules WHERE id = @ruleId) AND EXISTS (SELECT 1 FROM devices WHERE id = @deviceId)
     ON CONFLICT DO UPDATE SET levels = excluded.levels`,
  )
  const putPause = raw.prepare<[RulePause]>(
    `INSERT INTO rule_pauses (device_id, switch, event_key) VALUES (@deviceId, @switch, @eventKey)
     ON CONFLICT DO UPDATE SET event_key = excluded.event_key`,
  )
  const takePauses = raw.prepare<[number, string], { switch: PauseSwitch }>(
    'DELETE FROM rule_pauses WHERE device_id = ? AND event_key = ? RETURNING switch',
  )
  const forgetPause = raw.prepare<[number, PauseSwitch]>(
    'DELETE FROM rule_pauses WHERE device_id = ? AND switch = ?',
  )
  const putMark = raw.prepare<[EquityMark]>(
    `INSERT INTO equity_marks (device_id, account_key, peak, day, day_equity)
     SELECT @deviceId, @accountKey, @peak, @day, @dayEquity WHERE EXISTS (SELECT 1 FROM devices WHERE id = @deviceId)
     ON CONFLICT DO UPDATE SET account_key = excluded.account_key, peak = excluded.peak, day = excluded.day,
       day_equity = excluded.day_equity`,
  )
  const firings = raw.prepare<[number], RuleFirings>(
    `SELECT rule_id AS ruleId, count(*) AS times, max(at) AS lastAt FROM risk_events
     WHERE rule_id IS NOT NULL AND at >= ? GROUP BY rule_id`,
  )
  return {
    all: async (ids) => orm.select().from(rules).where(among(rules.id, ids)).orderBy(rules.id).all(),
    find: async (id) => orm.select().from(rules).where(eq(rules.id, id)).get(),
    countOf: async (ownerId) =>
      orm.select({ rules: count() }).from(rules).where(eq(rules.ownerId, ownerId)).get()?.rules ?? 0,
    insert: async (rule) => orm.insert(rules).values(rule).returning().get(),
    update: async (id, change) => orm.update(rules).set(change).where(eq(rules.id, id)).returning().all()[0],
    delete: async (id) => orm.delete(rules).where(eq(rules.id, id)).run().changes > 0,

    states: async () => orm.select().from(ruleStates).all(),
    putStates: async (states) => {
      for (const { ruleId, deviceId, levels } of states)
        putState.run({ ruleId, deviceId, levels: JSON.stringify(levels) })
    },
    dropStates: async (ruleId) => {
      orm.delete(ruleStates).where(eq(ruleStates.ruleId, ruleId)).run()
    },

    putPauses: async (pauses) => {
      for (const pause of pauses) putPause.run(pause)
    },
    pausesOf: async (eventKeys) =>
      orm
        .select()
        .from(rulePauses)
        .where(inArray(rulePauses.eventKey, [...eventKeys]))
        .all(),
    takePauses: async (deviceId, eventKey) => takePauses.all(deviceId, eventKey).map((taken) => taken.switch),
    forgetPauses: async (deviceIds, switches) => {
      for (const deviceId of deviceIds) for (const one of switches) forgetPause.run(deviceId, one)
    },

    marks: async () => orm.select().from(equityMarks).all(),
    putMarks: async (marks) => {
      for (const mark of marks) putMark.run(mark)
    },

    firings: async (since) => firings.all(since),
  }
}
