import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { ApiTokenRepository } from '../../repositories/api-tokens.ts'

export function createApiTokenRepository(_connection: Connection): ApiTokenRepository {
  return missing('api-tokens')
}
