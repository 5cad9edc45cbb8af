import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { RequestRepository } from '../../repositories/requests.ts'

export function createRequestRepository(_connection: Connection): RequestRepository {
  return missing('requests')
}
