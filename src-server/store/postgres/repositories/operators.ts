import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { OperatorRepository } from '../../repositories/operators.ts'
import type { Seal } from '../../sealing/seal.ts'

export function createOperatorRepository(_connection: Connection, _seal: Seal): OperatorRepository {
  return missing('operators')
}
