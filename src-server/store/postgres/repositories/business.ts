import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { BusinessRepository } from '../../repositories/business.ts'

export function createBusinessRepository(_connection: Connection): BusinessRepository {
  return missing('business')
}
