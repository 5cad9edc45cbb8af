import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { CodeSeatRepository } from '../../repositories/code-seats.ts'

export function createCodeSeatRepository(_connection: Connection): CodeSeatRepository {
  return missing('code-seats')
}
