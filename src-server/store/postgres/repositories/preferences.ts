import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { PreferencesRepository } from '../../repositories/views.ts'

export function createPreferencesRepository(_connection: Connection): PreferencesRepository {
  return missing('preferences')
}
