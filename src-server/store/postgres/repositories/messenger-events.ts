import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { MessengerEventRepository } from '../../repositories/messenger-events.ts'

export function createMessengerEventRepository(_connection: Connection): MessengerEventRepository {
  return missing('messenger-events')
}
