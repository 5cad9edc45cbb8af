import { inArray, lt } from 'drizzle-orm'
import type { RiskNote } from '../../../domain/risk/risk.ts'
import {
  eventOf,
  eventsOf,
  flat,
  MOST_EVENTS,
  type FlatEvent,
  type FlatEvents,
} from '../../risk-event-rows.ts'
import type { RiskRepository } from '../../repositories/risks.ts'
import { among } from '../../conditions.ts'
import type { Connection } from '../connection.ts'
import { codes, outbox, riskEvents, riskNotes } from '../schema/index.ts'

type FlatRow = FlatEvent & { readonly facts: string | null }

const EVENT = `kind, device_id AS deviceId, app_id AS appId, at, value, threshold, outbox_key AS outboxKey, tell,
  key, rule_id AS ruleId, level, act, command_id AS commandId, undone_at AS undoneAt, undone_by AS undoneBy`

export function createRiskRepository({ orm, raw }: Connection): RiskRepository {
  const insert = raw.prepare<[FlatRow]>(
    `INSERT INTO risk_events (kind, device_id, app_id, at, value, threshold, outbox_key, tell, facts,
       key, rule_id, level, act, command_id, undone_at, undone_by)
     VALUES (@kind, @deviceId, @appId, @at, @value, @threshold, @outboxKey, @tell, @facts,
       @key, @ruleId, @level, @act, @commandId, @undoneAt, @undoneBy)`,
  )
  const trim = raw.prepare<[{ deviceId: number; kind: string }]>(
    `DELETE FROM risk_events WHERE device_id = @deviceId AND kind = @kind AND id <=
       (SELECT id FROM risk_events WHERE device_id = @deviceId AND kind = @kind
        ORDER BY id DESC LIMIT 1 OFFSET ${MOST_EVENTS})`,
  )
  // With a single max(), SQLite takes the other columns from the row of the maximum.
  const events = raw.prepare<[number, number], FlatEvents>(
    `SELECT max(id) AS id, ${EVENT},
       (SELECT min(at) FROM risk_events AS first WHERE first.device_id = risk_events.device_id
        AND first.kind = risk_events.kind AND first.rule_id IS risk_events.rule_id) AS since, count(*) AS times,
       (SELECT max(at) FROM risk_events AS told WHERE told.device_id = risk_events.device_id
         AND told.kind = risk_events.kind AND told.rule_id IS risk_events.rule_id AND told.tell NOT IN ('', 'held')) AS toldAt
     FROM risk_events WHERE at >= ? AND kind <> 'back'
     GROUP BY device_id, kind, rule_id ORDER BY id DESC LIMIT ?`,
  )
  const firing = raw.prepare<[string], FlatEvent>(`SELECT ${EVENT} FROM risk_events WHERE key = ?`)
  const firingsOf = raw.prepare<[number, number], FlatEvent>(
    `SELECT ${EVENT} FROM risk_events WHERE device_id = ? AND kind = 'rule' ORDER BY at DESC, id DESC LIMIT ?`,
  )
  const ofDevice = raw.prepare<[number, number, number, number], FlatEvent>(
    `SELECT ${EVENT} FROM risk_events WHERE device_id = ? AND at BETWEEN ? AND ? ORDER BY at DESC, id DESC LIMIT ?`,
  )
  const markUndone = raw.prepare<[number, string, string]>(
    'UPDATE risk_events SET undone_at = ?, undone_by = ? WHERE key = ?',
  )
  const putNote = raw.prepare<[RiskNote]>(
    `INSERT INTO risk_notes (key, owner_id, by_id, by, note, at) VALUES (@key, @ownerId, @byId, @by, @note, @at)
     ON CONFLICT (key) DO UPDATE SET owner_id = @ownerId, by_id = @byId, by = @by, note = @note, at = @at`,
  )
  return {
    addEvents: async (added) => {
      for (const event of added)
        insert.run({
          ...flat(event),
          facts: event.facts === undefined ? null : JSON.stringify(event.facts),
        })
      const last = new Map(added.map((event) => [`${event.kind}:${event.deviceId}`, event]))
      for (const { deviceId, kind } of last.values()) trim.run({ deviceId, kind })
    },
    events: async (since, limit) => events.all(since, limit).reverse().map(eventsOf),
    firing: async (key) => {
      const row = firing.get(key)
      return row && eventOf(row)
    },
    firingsOf: async (deviceId, limit) => firingsOf.all(deviceId, limit).map(eventOf),
    eventsOf: async (deviceId, { from, to, limit }) => ofDevice.all(deviceId, from, to, limit).map(eventOf),
    markUndone: async (key, at, by) => {
      markUndone.run(at, by, key)
    },
    forgetEvents: async (before) => {
      orm.delete(riskEvents).where(lt(riskEvents.at, before)).run()
    },

    notes: async (keys) =>
      orm
        .select()
        .from(riskNotes)
        .where(among(riskNotes.key, keys))
        .all()
        .map(({ id: _, ...note }) => note),
    putNotes: async (notes) => {
      for (const note of notes) putNote.run(note)
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
