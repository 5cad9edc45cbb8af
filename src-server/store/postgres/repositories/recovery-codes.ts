import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { RecoveryCodeRepository } from '../../repositories/recovery-codes.ts'

export function createRecoveryCodeRepository(_connection: Connection): RecoveryCodeRepository {
  return missing('recovery-codes')
}
