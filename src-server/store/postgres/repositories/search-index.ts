import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { SearchIndexRepository } from '../../repositories/search-index.ts'

export function createSearchIndexRepository(_connection: Connection): SearchIndexRepository {
  return missing('search-index')
}
