import { lt } from 'drizzle-orm'
import type { DeviceEvent, DeviceEventRepository } from '../../repositories/performance.ts'
import type { Connection } from '../connection.ts'
import { deviceEvents } from '../schema/index.ts'

export function createDeviceEventRepository({ orm, prepare }: Connection): DeviceEventRepository {
  const insert = prepare<[DeviceEvent]>(
    `INSERT INTO device_events (device_id, at, what, by, value) VALUES (@deviceId, @at, @what, @by, @value)`,
  )
  const ofDevice = prepare<[number, number, number, number], DeviceEvent>(
    `SELECT device_id AS "deviceId", at, what, by, value FROM device_events
     WHERE device_id = ? AND at BETWEEN ? AND ? ORDER BY at DESC, id DESC LIMIT ?`,
  )
  return {
    add: async (event) => {
      await insert.run(event)
    },
    ofDevice: (deviceId, { from, to, limit }) => ofDevice.all(deviceId, from, to, limit),
    forgetBefore: async (at) => {
      await orm.delete(deviceEvents).where(lt(deviceEvents.at, at))
    },
  }
}
