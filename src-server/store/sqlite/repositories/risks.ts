import { inArray, lt } from 'drizzle-orm'
import type { Firing, RiskEvent, RiskEvents } from '../../../domain/risk/risk-event.ts'
import type { RiskRepository } from '../../repositories/risks.ts'
import type { Connection } from '../connection.ts'
import { codes, outbox, riskEvents, riskNotes } from '../schema/index.ts'

const NO_FIRING = {
  key: null,
  ruleId: null,
  level: null,
  act: '',
  commandId: null,
  undoneAt: null,
  undoneBy: '',
} as const

type Flat<E extends RiskEvent> = Omit<E, 'firing'> & (Firing | typeof NO_FIRING)
type FlatEvent = Flat<RiskEvent>
type FlatEvents = Flat<RiskEvents> & { readonly id: number }

function flat({ firing, ...event }: RiskEvent): FlatEvent {
  return { ...event, ...(firing ?? NO_FIRING) }
}

function eventsOf(row: FlatEvents): RiskEvents {
  const { kind, deviceId, appId, at, value, threshold, outboxKey, tell, since, times, toldAt } = row
  const event = { kind, deviceId, appId, at, value, threshold, outboxKey, tell, since, times, toldAt }
  if (row.key === null) return { ...event, firing: null }
  const { key, ruleId, level, act, commandId, undoneAt, undoneBy } = row
  return { ...event, firing: { key, ruleId, level, act, commandId, undoneAt, undoneBy } }
}

/** The maximum number of stored events of one kind and account. */
const MOST_EVENTS = 200

export function createRiskRepository({ orm, raw }: Connection): RiskRepository {
  const insert = raw.prepare<[FlatEvent]>(
    `INSERT INTO risk_events (kind, device_id, app_id, at, value, threshold, outbox_key, tell,
       key, rule_id, level, act, command_id, undone_at, undone_by)
     VALUES (@kind, @deviceId, @appId, @at, @value, @threshold, @outboxKey, @tell,
       @key, @ruleId, @level, @act, @commandId, @undoneAt, @undoneBy)`,
  )
  const trim = raw.prepare<[{ deviceId: number; kind: string }]>(
    `DELETE FROM risk_events WHERE device_id = @deviceId AND kind = @kind AND id <=
       (SELECT id FROM risk_events WHERE device_id = @deviceId AND kind = @kind
        ORDER BY id DESC LIMIT 1 OFFSET ${MOST_EVENTS})`,
  )
  // With a single max(), SQLite takes the other columns from the row of the maximum.
  const events = raw.prepare<[number, number], FlatEvents>(
    `SELECT max(id) AS id, kind, device_id AS deviceId, app_id AS appId, at, value, threshold, outbox_key AS outboxKey,
       tell, key, rule_id AS ruleId, level, act, command_id AS commandId, undone_at AS undoneAt, undone_by AS undoneBy,
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
        insert.run(flat(event))
        trim.run({ deviceId: event.deviceId, kind: event.kind })
      }
    },
    events: async (since, limit) => events.all(since, limit).reverse().map(eventsOf),
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
