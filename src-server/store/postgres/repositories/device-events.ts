import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { DeviceEventRepository } from '../../repositories/performance.ts'

export function createDeviceEventRepository(_connection: Connection): DeviceEventRepository {
  return missing('device-events')
}
