import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { ViewRepository } from '../../repositories/views.ts'

export function createViewRepository(_connection: Connection): ViewRepository {
  return missing('views')
}
