import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { AllocationRepository } from '../../repositories/allocations.ts'

export function createAllocationRepository(_connection: Connection): AllocationRepository {
  return missing('allocations')
}
