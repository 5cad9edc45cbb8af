import { and, asc, eq, gte, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import { causeKey, type Cause } from '../../../domain/alerts/cause.ts'
import { among } from '../../conditions.ts'
import type { AlertRepository, WantedGroup } from '../../repositories/alerts.ts'
import { storedEventOf } from '../../risk-event-rows.ts'
import type { Connection } from '../connection.ts'
import { alertBursts, alertEscalations, escalationPlans, riskEvents, riskSnoozes } from '../schema/index.ts'

export function createAlertRepository({ orm, raw }: Connection): AlertRepository {
  const wanted = raw.prepare<[], WantedGroup>(
    `SELECT app_id AS appId, kind, rule_id AS ruleId, coalesce(level, 0) AS level, min(at) AS firstAt
     FROM risk_events INDEXED BY risk_events_wanted WHERE tell = 'wanted' GROUP BY app_id, kind, rule_id, level`,
  )
  const heldRules = raw
    .prepare<[], number>(
      `SELECT DISTINCT rule_id FROM risk_events INDEXED BY risk_events_held WHERE tell = 'held'`,
    )
    .pluck()
  const releaseHeld = raw.prepare<[number]>(
    `UPDATE risk_events SET tell = 'wanted' WHERE rule_id = ? AND tell = 'held'`,
  )
  const settle = raw.prepare<[string, string | null, string]>(
    `UPDATE risk_events SET tell = ?, outbox_key = ? WHERE id IN (SELECT value FROM json_each(?))`,
  )
  const last = raw
    .prepare<[Cause & { readonly devices: string }], number>(
      `SELECT max(id) FROM risk_events WHERE device_id IN (SELECT value FROM json_each(@devices))
         AND app_id = @appId AND kind = @kind AND rule_id IS @ruleId GROUP BY device_id`,
    )
    .pluck()
  const of = ({ appId, kind, ruleId }: Cause) =>
    and(
      eq(riskEvents.appId, appId),
      eq(riskEvents.kind, kind),
      ruleId === null ? isNull(riskEvents.ruleId) : eq(riskEvents.ruleId, ruleId),
    )
  return {
    wanted: async () => wanted.all(),
    heldRules: async () => heldRules.all(),
    releaseHeld: async (ruleId) => {
      releaseHeld.run(ruleId)
    },
    wantedOf: async (cause) =>
      orm
        .select()
        .from(riskEvents)
        .where(and(sql`${riskEvents.tell} = 'wanted'`, of(cause)))
        .orderBy(asc(riskEvents.id))
        .all()
        .map(storedEventOf),
    lastOf: async (cause, deviceIds) => {
      const ids = last.all({ ...cause, devices: JSON.stringify(deviceIds) })
      return orm
        .select()
        .from(riskEvents)
        .where(inArray(riskEvents.id, ids))
        .orderBy(asc(riskEvents.id))
        .all()
        .map(storedEventOf)
    },
    settle: async (ids, tell, outboxKey) => {
      settle.run(tell, outboxKey, JSON.stringify(ids))
    },
    snoozedSince: async (since) =>
      orm
        .select({ kind: riskEvents.kind, appId: riskEvents.appId, count: sql<number>`count(*)` })
        .from(riskEvents)
        .where(and(gte(riskEvents.at, since), sql`${riskEvents.tell} = 'snoozed'`))
        .groupBy(riskEvents.kind, riskEvents.appId)
        .all(),

    bursts: async (causes) =>
      new Map(
        orm
          .select()
          .from(alertBursts)
          .where(among(alertBursts.cause, causes))
          .all()
          .map(({ cause, ...burst }) => [cause, burst]),
      ),
    putBurst: async (cause, burst) => {
      orm
        .insert(alertBursts)
        .values({ cause, ...burst })
        .onConflictDoUpdate({ target: alertBursts.cause, set: burst })
        .run()
    },
    forgetBursts: async (toldBefore) => {
      orm.delete(alertBursts).where(lt(alertBursts.toldAt, toldBefore)).run()
    },

    plans: async () =>
      new Map(
        orm
          .select()
          .from(escalationPlans)
          .all()
          .map(({ appId, ...plan }) => [appId, plan]),
      ),
    planOf: async (appId) =>
      orm
        .select({ minutes: escalationPlans.minutes, people: escalationPlans.people })
        .from(escalationPlans)
        .where(eq(escalationPlans.appId, appId))
        .get(),
    setPlan: async (appId, plan) => {
      orm.delete(escalationPlans).where(eq(escalationPlans.appId, appId)).run()
      if (plan !== undefined)
        orm
          .insert(escalationPlans)
          .values({ appId, ...plan })
          .run()
    },
    escalationsDue: async (now) =>
      orm
        .select()
        .from(alertEscalations)
        .where(lte(alertEscalations.dueAt, now))
        .all()
        .map(({ cause: _, ...escalation }) => escalation),
    addEscalation: async (escalation) => {
      orm
        .insert(alertEscalations)
        .values({ ...escalation, cause: causeKey(escalation) })
        .onConflictDoNothing()
        .run()
    },
    moveEscalation: async (cause, { dueAt, step }) => {
      orm
        .update(alertEscalations)
        .set({ dueAt, step })
        .where(eq(alertEscalations.cause, causeKey(cause)))
        .run()
    },
    dropEscalation: async (cause) => {
      orm
        .delete(alertEscalations)
        .where(eq(alertEscalations.cause, causeKey(cause)))
        .run()
    },

    snoozes: async (ids) => orm.select().from(riskSnoozes).where(among(riskSnoozes.id, ids)).all(),
    addSnooze: async (snooze) => orm.insert(riskSnoozes).values(snooze).returning().get(),
    deleteSnoozes: async (ids) => {
      orm
        .delete(riskSnoozes)
        .where(inArray(riskSnoozes.id, [...ids]))
        .run()
    },
  }
}
