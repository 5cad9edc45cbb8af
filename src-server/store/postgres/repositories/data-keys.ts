import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { DataKeyRepository } from '../../sealing.ts'

export function createDataKeyRepository(_connection: Connection): DataKeyRepository {
  return missing('data-keys')
}
