import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { CallUseRepository } from '../../repositories/call-uses.ts'

export function createCallUseRepository(_connection: Connection): CallUseRepository {
  return missing('call-uses')
}
