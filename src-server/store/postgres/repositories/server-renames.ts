import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { ServerRenameRepository } from '../../repositories/server-renames.ts'

export function createServerRenameRepository(_connection: Connection): ServerRenameRepository {
  return missing('server-renames')
}
