import { lt } from 'drizzle-orm'
import type { DeviceEvent, DeviceEventRepository } from '../../repositories/performance.ts'
import type { Connection } from '../connection.ts'
import { deviceEvents } from '../schema/index.ts'

export function createDeviceEventRepository({ orm, prepare }: Connection): DeviceEventRepository {
  // An act on a group adds as many as it has accounts.
  const insert = prepare<
    [readonly number[], readonly number[], readonly string[], readonly string[], readonly (number | null)[]]
  >(
    `INSERT INTO device_events (device_id, at, what, by, value)
     SELECT * FROM unnest(?::bigint[], ?::bigint[], ?::text[], ?::text[], ?::bigint[])`,
  )
  const ofDevice = prepare<[number, number, number, number], DeviceEvent>(
    `SELECT device_id AS "deviceId", at, what, by, value FROM device_events
     WHERE device_id = ? AND at BETWEEN ? AND ? ORDER BY at DESC, id DESC LIMIT ?`,
  )
  return {
    add: async (events) => {
      await insert.run(
        events.map(({ deviceId }) => deviceId),
        events.map(({ at }) => at),
        events.map(({ what }) => what),
        events.map(({ by }) => by),
        events.map(({ value }) => value),
      )
    },
    ofDevice: (deviceId, { from, to, limit }) => ofDevice.all(deviceId, from, to, limit),
    forgetBefore: async (at) => {
      await orm.delete(deviceEvents).where(lt(deviceEvents.at, at))
    },
  }
}
