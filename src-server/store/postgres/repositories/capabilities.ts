import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { CapabilityRepository } from '../../repositories/capabilities.ts'

export function createCapabilityRepository(_connection: Connection): CapabilityRepository {
  return missing('capabilities')
}
