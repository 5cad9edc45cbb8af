import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { HealthSampleRepository } from '../../repositories/health-samples.ts'

export function createHealthSampleRepository(_connection: Connection): HealthSampleRepository {
  return missing('health-samples')
}
