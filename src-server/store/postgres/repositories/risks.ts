import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { RiskRepository } from '../../repositories/risks.ts'

export function createRiskRepository(_connection: Connection): RiskRepository {
  return missing('risks')
}
