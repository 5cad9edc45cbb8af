import { and, asc, eq, gte, isNull, lt, lte, sql } from 'drizzle-orm'
import { causeKey, type Cause } from '../../../domain/alerts/cause.ts'
import type { AlertRepository, WantedGroup } from '../../repositories/alerts.ts'
import { storedEventOf } from '../../risk-event-rows.ts'
import { anyOf } from '../any-of.ts'
import { addedBy, firstOf, type Connection } from '../connection.ts'
import { alertBursts, alertEscalations, escalationPlans, riskEvents, riskSnoozes } from '../schema/index.ts'

export function createAlertRepository({ orm, prepare }: Connection): AlertRepository {
  const wanted = prepare<[], WantedGroup>(
    `SELECT app_id AS "appId", kind, rule_id AS "ruleId", coalesce(level, 0) AS level, min(at) AS "firstAt"
     FROM risk_events WHERE tell = 'wanted' GROUP BY app_id, kind, rule_id, risk_events.level
     ORDER BY app_id, kind, rule_id NULLS FIRST, risk_events.level NULLS FIRST`,
  )
  const heldRules = prepare<[], { ruleId: number }>(
    `SELECT DISTINCT rule_id AS "ruleId" FROM risk_events WHERE tell = 'held' ORDER BY rule_id`,
  )
  const releaseHeld = prepare<[number]>(
    `UPDATE risk_events SET tell = 'wanted' WHERE rule_id = ? AND tell = 'held'`,
  )
  const settle = prepare<[string, string | null, readonly number[]]>(
    `UPDATE risk_events SET tell = ?, outbox_key = ? WHERE id = ANY(?::bigint[])`,
  )
  const last = prepare<[Cause & { readonly devices: readonly number[] }], { id: number }>(
    `SELECT max(id) AS id FROM risk_events WHERE device_id = ANY(@devices::bigint[])
       AND app_id = @appId AND kind = @kind AND rule_id IS NOT DISTINCT FROM @ruleId GROUP BY device_id`,
  )
  const of = ({ appId, kind, ruleId }: Cause) =>
    and(
      eq(riskEvents.appId, appId),
      eq(riskEvents.kind, kind),
      ruleId === null ? isNull(riskEvents.ruleId) : eq(riskEvents.ruleId, ruleId),
    )
  return {
    wanted: async () => wanted.all(),
    heldRules: async () => (await heldRules.all()).map(({ ruleId }) => ruleId),
    releaseHeld: async (ruleId) => {
      await releaseHeld.run(ruleId)
    },
    wantedOf: async (cause) => {
      const rows = await orm
        .select()
        .from(riskEvents)
        .where(and(sql`${riskEvents.tell} = 'wanted'`, of(cause)))
        .orderBy(asc(riskEvents.id))
      return rows.map(storedEventOf)
    },
    lastOf: async (cause, deviceIds) => {
      const ids = (await last.all({ ...cause, devices: deviceIds })).map(({ id }) => id)
      const rows = await orm
        .select()
        .from(riskEvents)
        .where(anyOf(riskEvents.id, ids))
        .orderBy(asc(riskEvents.id))
      return rows.map(storedEventOf)
    },
    settle: async (ids, tell, outboxKey) => {
      await settle.run(tell, outboxKey, ids)
    },
    snoozedSince: async (since) =>
      orm
        .select({ kind: riskEvents.kind, appId: riskEvents.appId, count: sql<number>`count(*)` })
        .from(riskEvents)
        .where(and(gte(riskEvents.at, since), sql`${riskEvents.tell} = 'snoozed'`))
        .groupBy(riskEvents.kind, riskEvents.appId),

    bursts: async (causes) => {
      const rows = await orm
        .select()
        .from(alertBursts)
        .where(causes && anyOf(alertBursts.cause, causes))
      return new Map(rows.map(({ cause, ...burst }) => [cause, burst]))
    },
    putBurst: async (cause, burst) => {
      await orm
        .insert(alertBursts)
        .values({ cause, ...burst })
        .onConflictDoUpdate({ target: alertBursts.cause, set: burst })
    },
    forgetBursts: async (toldBefore) => {
      await orm.delete(alertBursts).where(lt(alertBursts.toldAt, toldBefore))
    },

    plans: async () =>
      new Map((await orm.select().from(escalationPlans)).map(({ appId, ...plan }) => [appId, plan])),
    planOf: async (appId) =>
      firstOf(
        orm
          .select({ minutes: escalationPlans.minutes, people: escalationPlans.people })
          .from(escalationPlans)
          .where(eq(escalationPlans.appId, appId)),
      ),
    setPlan: async (appId, plan) => {
      await orm.delete(escalationPlans).where(eq(escalationPlans.appId, appId))
      if (plan !== undefined) await orm.insert(escalationPlans).values({ appId, ...plan })
    },
    escalationsDue: async (now) => {
      const rows = await orm.select().from(alertEscalations).where(lte(alertEscalations.dueAt, now))
      return rows.map(({ cause: _, ...escalation }) => escalation)
    },
    addEscalation: async (escalation) => {
      await orm
        .insert(alertEscalations)
        .values({ ...escalation, cause: causeKey(escalation) })
        .onConflictDoNothing()
    },
    moveEscalation: async (cause, { dueAt, step }) => {
      await orm
        .update(alertEscalations)
        .set({ dueAt, step })
        .where(eq(alertEscalations.cause, causeKey(cause)))
    },
    dropEscalation: async (cause) => {
      await orm.delete(alertEscalations).where(eq(alertEscalations.cause, causeKey(cause)))
    },

    snoozes: async (ids) =>
      orm
        .select()
        .from(riskSnoozes)
        .where(ids && anyOf(riskSnoozes.id, ids))
        .orderBy(riskSnoozes.id),
    addSnooze: async (snooze) => addedBy(orm.insert(riskSnoozes).values(snooze).returning()),
    deleteSnoozes: async (ids) => {
      await orm.delete(riskSnoozes).where(anyOf(riskSnoozes.id, ids))
    },
  }
}
