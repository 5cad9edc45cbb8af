import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { ApplicationRepository } from '../../repositories/applications.ts'
import type { Seal } from '../../sealing/seal.ts'

export function createApplicationRepository(_connection: Connection, _seal: Seal): ApplicationRepository {
  return missing('applications')
}
