import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { StewardRepository } from '../../repositories/steward.ts'

export function createStewardRepository(_connection: Connection): StewardRepository {
  return missing('steward')
}
