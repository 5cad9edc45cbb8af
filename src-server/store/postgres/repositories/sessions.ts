import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { SessionRepository } from '../../repositories/sessions.ts'

export function createSessionRepository(_connection: Connection): SessionRepository {
  return missing('sessions')
}
