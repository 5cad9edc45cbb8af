import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { DeviceNoteRepository } from '../../repositories/performance.ts'

export function createDeviceNoteRepository(_connection: Connection): DeviceNoteRepository {
  return missing('device-notes')
}
