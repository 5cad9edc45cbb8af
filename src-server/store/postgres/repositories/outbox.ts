import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import type { OutboxRepository } from '../../repositories/outbox.ts'

export function createOutboxRepository(_connection: Connection): OutboxRepository {
  return missing('outbox')
}
