import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { PlanRepository } from '../../repositories/plans.ts'

export function createPlanRepository(_connection: Connection): PlanRepository {
  return missing('plans')
}
