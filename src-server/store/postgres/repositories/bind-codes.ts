import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { BindCodeRepository } from '../../repositories/bind-codes.ts'

export function createBindCodeRepository(_connection: Connection): BindCodeRepository {
  return missing('bind-codes')
}
