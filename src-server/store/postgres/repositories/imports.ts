import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { ImportRepository } from '../../repositories/imports.ts'

export function createImportRepository(_connection: Connection): ImportRepository {
  return missing('imports')
}
