import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { AuditRepository } from '../../repositories/audit.ts'

export function createAuditRepository(_connection: Connection): AuditRepository {
  return missing('audit')
}
