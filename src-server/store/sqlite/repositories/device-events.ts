import { lt } from 'drizzle-orm'
import type { DeviceEvent, DeviceEventRepository } from '../../repositories/performance.ts'
import type { Connection } from '../connection.ts'
import { deviceEvents } from '../schema/index.ts'

export function createDeviceEventRepository({ orm, raw }: Connection): DeviceEventRepository {
  // An act on a group adds as many as it has accounts.
  const insert = raw.prepare<[DeviceEvent]>(
    `INSERT INTO device_events (device_id, at, what, by, value) VALUES (@deviceId, @at, @what, @by, @value)`,
  )
  const ofDevice = raw.prepare<[number, number, number, number], DeviceEvent>(
    `SELECT device_id AS deviceId, at, what, by, value FROM device_events
     WHERE device_id = ? AND at BETWEEN ? AND ? ORDER BY at DESC, id DESC LIMIT ?`,
  )
  return {
    add: async (events) => {
      for (const event of events) insert.run(event)
    },
    ofDevice: async (deviceId, { from, to, limit }) => ofDevice.all(deviceId, from, to, limit),
    forgetBefore: async (at) => {
      orm.delete(deviceEvents).where(lt(deviceEvents.at, at)).run()
    },
  }
}
