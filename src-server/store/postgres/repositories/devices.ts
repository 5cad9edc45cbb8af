import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { DeviceRepository } from '../../repositories/devices.ts'

export function createDeviceRepository(_connection: Connection): DeviceRepository {
  return missing('devices')
}
