import { lt } from 'drizzle-orm'
import type { RiskNote } from '../../../domain/risk/risk.ts'
import type { RiskRepository } from '../../repositories/risks.ts'
import {
  eventOf,
  eventsOf,
  flat,
  MOST_EVENTS,
  type FlatEvent,
  type FlatEvents,
} from '../../risk-event-rows.ts'
import { anyOf } from '../any-of.ts'
import type { Connection } from '../connection.ts'
import { recordsText } from '../stored-text.ts'
import { codes, outbox, riskEvents, riskNotes } from '../schema/index.ts'

const EVENT = `kind, device_id AS "deviceId", app_id AS "appId", at, value, threshold, outbox_key AS "outboxKey", tell,
  key, rule_id AS "ruleId", level, act, command_id AS "commandId", undone_at AS "undoneAt", undone_by AS "undoneBy"`

/** The events of the same account, kind and rule as a row of `risk_events`. */
const ALIKE = `alike.device_id = risk_events.device_id AND alike.kind = risk_events.kind
  AND alike.rule_id IS NOT DISTINCT FROM risk_events.rule_id`

export function createRiskRepository({ orm, prepare }: Connection): RiskRepository {
  // All events are one parameter, because the silence of a broker brings thousands at once.
  const insert = prepare<[string]>(
    `INSERT INTO risk_events (kind, device_id, app_id, at, value, threshold, outbox_key, tell, facts,
       key, rule_id, level, act, command_id, undone_at, undone_by)
     SELECT kind, "deviceId", "appId", at, value, threshold, "outboxKey", tell, facts,
       key, "ruleId", level, act, "commandId", "undoneAt", "undoneBy"
     FROM json_to_recordset(?::json) AS added (kind text, "deviceId" bigint, "appId" bigint, at bigint, value float8,
       threshold float8, "outboxKey" text, tell text, facts json, key text, "ruleId" bigint, level bigint, act text,
       "commandId" bigint, "undoneAt" bigint, "undoneBy" text)`,
  )
  const trim = prepare<[readonly number[], readonly string[]]>(
    `DELETE FROM risk_events USING unnest(?::bigint[], ?::text[]) AS one (device_id, kind)
     WHERE risk_events.device_id = one.device_id AND risk_events.kind = one.kind AND risk_events.id <=
       (SELECT id FROM risk_events AS kept WHERE kept.device_id = one.device_id AND kept.kind = one.kind
        ORDER BY id DESC OFFSET ${MOST_EVENTS} LIMIT 1)`,
  )
  const events = prepare<[number, number], FlatEvents>(
    `SELECT risk_events.id, ${EVENT}, newest.times,
       (SELECT min(at) FROM risk_events AS alike WHERE ${ALIKE}) AS since,
       (SELECT max(at) FROM risk_events AS alike WHERE ${ALIKE} AND alike.tell NOT IN ('', 'held')) AS "toldAt"
     FROM (SELECT max(id) AS last, count(*) AS times FROM risk_events WHERE at >= ? AND kind <> 'back'
           GROUP BY device_id, kind, rule_id ORDER BY last DESC LIMIT ?) AS newest
       JOIN risk_events ON risk_events.id = newest.last
     ORDER BY risk_events.id`,
  )
  const firing = prepare<[string], FlatEvent>(`SELECT ${EVENT} FROM risk_events WHERE key = ?`)
  const firingsOf = prepare<[number, number], FlatEvent>(
    `SELECT ${EVENT} FROM risk_events WHERE device_id = ? AND kind = 'rule' ORDER BY at DESC, id DESC LIMIT ?`,
  )
  const ofDevice = prepare<[number, number, number, number], FlatEvent>(
    `SELECT ${EVENT} FROM risk_events WHERE device_id = ? AND at BETWEEN ? AND ? ORDER BY at DESC, id DESC LIMIT ?`,
  )
  const markUndone = prepare<[number, string, string]>(
    'UPDATE risk_events SET undone_at = ?, undone_by = ? WHERE key = ?',
  )
  const putNote = prepare<[RiskNote]>(
    `INSERT INTO risk_notes (key, owner_id, by_id, "by", note, at) VALUES (@key, @ownerId, @byId, @by, @note, @at)
     ON CONFLICT (key) DO UPDATE SET owner_id = excluded.owner_id, by_id = excluded.by_id, "by" = excluded."by",
       note = excluded.note, at = excluded.at`,
  )
  return {
    addEvents: async (added) => {
      if (added.length === 0) return
      await insert.run(recordsText(added.map((event) => ({ ...flat(event), facts: event.facts }))))
      const last = [...new Map(added.map((event) => [`${event.kind}:${event.deviceId}`, event])).values()]
      await trim.run(
        last.map(({ deviceId }) => deviceId),
        last.map(({ kind }) => kind),
      )
    },
    events: async (since, limit) => (await events.all(since, limit)).map(eventsOf),
    firing: async (key) => {
      const row = await firing.get(key)
      return row && eventOf(row)
    },
    firingsOf: async (deviceId, limit) => (await firingsOf.all(deviceId, limit)).map(eventOf),
    eventsOf: async (deviceId, { from, to, limit }) =>
      (await ofDevice.all(deviceId, from, to, limit)).map(eventOf),
    markUndone: async (key, at, by) => {
      await markUndone.run(at, by, key)
    },
    forgetEvents: async (before) => {
      await orm.delete(riskEvents).where(lt(riskEvents.at, before))
    },

    notes: async (keys) => {
      const rows = await orm
        .select()
        .from(riskNotes)
        .where(keys && anyOf(riskNotes.key, keys))
        .orderBy(riskNotes.id)
      return rows.map(({ id: _, ...note }) => note)
    },
    putNotes: async (notes) => {
      for (const note of notes) await putNote.run(note)
    },
    deleteNotes: async (keys) => {
      await orm.delete(riskNotes).where(anyOf(riskNotes.key, keys))
    },

    deliveries: async (keys) =>
      orm
        .select({ key: outbox.key, state: outbox.state, lastError: outbox.lastError })
        .from(outbox)
        .where(anyOf(outbox.key, keys)),
    codes: async (ids) =>
      orm.select({ id: codes.id, kami: codes.kami }).from(codes).where(anyOf(codes.id, ids)),
  }
}
