import { sql } from 'drizzle-orm'
import type { OutboxRepository } from '../../repositories/outbox.ts'
import type { Connection } from '../connection.ts'
import { missing } from '../missing.ts'
import { outbox } from '../schema/index.ts'

export function createOutboxList(
  _connection: Connection,
): Pick<OutboxRepository, 'list' | 'counts' | 'byIds'> {
  return missing('outbox-list')
}

/** A literal as in the indexes, because the planner can't match a parameter with an index's condition. */
export const isWaiting = sql`${outbox.state} = 'waiting'`
export const isDead = sql`${outbox.state} = 'dead'`
