import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { CustomFieldRepository } from '../../repositories/custom-fields.ts'

export function createCustomFieldRepository(_connection: Connection): CustomFieldRepository {
  return missing('custom-fields')
}
