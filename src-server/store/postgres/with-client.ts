import pg from 'pg'
import { clientConfig, type PostgresPlace } from './pool.ts'

/** Works on a connection outside of the pool, before or beside the store. */
export async function withClient<T>(
  place: PostgresPlace,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(clientConfig(place))
  // A connection that breaks between two queries. The next query throws.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    // After a failed connect nothing is open, and the first error is the cause.
    await client.end().catch(() => undefined)
  }
}
