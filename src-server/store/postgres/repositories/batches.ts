import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { BatchRepository } from '../../repositories/batches.ts'

export function createBatchRepository(_connection: Connection): BatchRepository {
  return missing('batches')
}
