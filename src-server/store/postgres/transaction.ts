import pg, { type PoolClient } from 'pg'

/**
 * Works inside a transaction. Its beginning goes out in the packet of the first statement of the work, and nobody waits
 * for it alone. The caller ends the transaction.
 * @param begin the statements that begin it
 * @throws why it could not begin, or else the error of the work. Nothing of the work is under way any more
 */
export async function inTransaction<T>(
  client: PoolClient,
  begin: string,
  work: () => Promise<T>,
): Promise<T> {
  holdPacket(client)
  const [begun, done] = await Promise.allSettled([client.query(begin), work()])
  // After a beginning that failed, the statements of the work fail too, with errors that say nothing.
  if (begun.status === 'rejected') throw begun.reason
  if (done.status === 'rejected') throw done.reason
  return done.value
}

/** What goes out until the end of this turn of the event loop goes out together. */
function holdPacket(client: PoolClient): void {
  if (!(client instanceof pg.Client)) return
  const { stream } = client.connection
  stream.cork()
  process.nextTick(() => {
    stream.uncork()
  })
}
