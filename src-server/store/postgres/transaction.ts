import pg from 'pg'
import type { Session } from './shared-session.ts'

/**
 * Works inside a transaction. Its beginning goes out in the packet of the first statement of the work, and nobody waits
 * for it alone. The caller ends the transaction.
 * @param begin the statements that begin it
 * @throws why it could not begin, or else the error of the work. Nothing of the work is under way any more
 */
export async function inTransaction<T>(session: Session, begin: string, work: () => Promise<T>): Promise<T> {
  const both = inOnePacket(session, () => [session.client.query(begin), work()] as const)
  const [begun, done] = await Promise.allSettled(both)
  // Questions that the work does not wait for belong to this transaction, not to the next one of the connection.
  session.flush()
  // After a beginning that failed, the statements of the work fail too, with errors that say nothing.
  if (begun.status === 'rejected') throw begun.reason
  if (done.status === 'rejected') throw done.reason
  return done.value
}

function inOnePacket<T>({ client, flush }: Session, send: () => T): T {
  const stream = client instanceof pg.Client ? client.connection.stream : undefined
  stream?.cork()
  try {
    return send()
  } finally {
    flush()
    stream?.uncork()
  }
}
