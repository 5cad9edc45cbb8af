import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { LedgerRepository } from '../../repositories/ledger.ts'

export function createLedgerRepository(_connection: Connection): LedgerRepository {
  return missing('ledger')
}
