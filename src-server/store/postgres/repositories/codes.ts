import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { CodeRepository } from '../../repositories/codes.ts'
import type { CodeSeatRepository } from '../../repositories/code-seats.ts'

export function createCodeRepository(_connection: Connection, _seats: CodeSeatRepository): CodeRepository {
  return missing('codes')
}
