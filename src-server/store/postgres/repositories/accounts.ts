import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { AccountRepository } from '../../repositories/accounts.ts'

export function createAccountRepository(_connection: Connection): AccountRepository {
  return missing('accounts')
}
