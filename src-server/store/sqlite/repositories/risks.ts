import { inArray, lt } from 'drizzle-orm'
import type { RiskEvent, RiskEvents } from '../../../domain/risk/risk-event.ts'
import type { RiskRepository } from '../../repositories/risks.ts'
import type { Connection } from '../connection.ts'
import { codes, outbox, riskEvents, riskNotes } from '../schema/index.ts'

/** The maximum number of stored events of one kind and account. */
const MOST_EVENTS = 200

export function createRiskRepository({ orm, raw }: Connection): RiskRepository {
  const insert = raw.prepare<[RiskEvent]>(
    `INSERT INTO risk_events (kind, device_id, app_id, at, value, threshold, outbox_key)
     VALUES (@kind, @deviceId, @appId, @at, @value, @threshold, @outboxKey)`,
  )
  const trim = raw.prepare<[{ deviceId: number; kind: string }]>(
    `DELETE FROM risk_events WHERE device_id = @deviceId AND kind = @kind AND id <=
       (SELECT id FROM risk_events WHERE device_id = @deviceId AND kind = @kind
        ORDER BY id DESC LIMIT 1 OFFSET ${MOST_EVENTS})`,
  )
  // With a single max(), SQLite takes the other columns from the row of the maximum.
  const events = raw.prepare<[number, number], RiskEvents & { readonly id: number }>(
    `SELECT max(id) AS id, kind, device_id AS deviceId, app_id AS appId, at, value, threshold, outbox_key AS outboxKey,
       (SELECT min(at) FROM risk_events AS first WHERE first.device_id = risk_events.device_id
        AND first.kind = risk_events.kind) AS since, count(*) AS times,
       (SELECT max(at) FROM risk_events AS told WHERE told.device_id = risk_events.device_id
        AND told.kind = risk_events.kind AND told.outbox_key IS NOT NULL) AS toldAt
     FROM risk_events WHERE at >= ?
     GROUP BY device_id, kind ORDER BY id DESC LIMIT ?`,
  )
  return {
    addEvents: async (added) => {
      for (const event of added) {
        insert.run(event)
        trim.run({ deviceId: event.deviceId, kind: event.kind })
      }
    },
    events: async (since, limit) =>
      events
        .all(since, limit)
        .reverse()
        .map(({ id: _, ...event }) => event),
    forgetEvents: async (before) => {
      orm.delete(riskEvents).where(lt(riskEvents.at, before)).run()
    },

    notes: async () =>
      orm
        .select()
        .from(riskNotes)
        .all()
        .map(({ id: _, ...note }) => note),
    putNote: async (note) => {
      orm.insert(riskNotes).values(note).onConflictDoUpdate({ target: riskNotes.key, set: note }).run()
    },
    deleteNotes: async (keys) => {
      orm
        .delete(riskNotes)
        .where(inArray(riskNotes.key, [...keys]))
        .run()
    },

    deliveries: async (keys) =>
      orm
        .select({ key: outbox.key, state: outbox.state, lastError: outbox.lastError })
        .from(outbox)
        .where(inArray(outbox.key, [...keys]))
        .all(),
    codes: async (ids) =>
      orm
        .select({ id: codes.id, kami: codes.kami })
        .from(codes)
        .where(inArray(codes.id, [...ids]))
        .all(),
  }
}
