import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { guarded } from '../../../contract/guarded.ts'
import type { Log } from '../../../contract/ports.ts'
import { clientConfig, type PostgresPlace } from '../pool.ts'

/**
 * A connection or an answer that takes longer has failed, milliseconds: the other end may be dead without a sign, and looks and
 * heartbeats must go on.
 */
const ANSWER_MS = 2000
/** A connection that does not end within this time is dropped, milliseconds. */
const END_MS = 500

/**
 * A connection of its own to the other copies, not yet connected.
 * @param event of the lines in the log about it
 * @param config its further settings
 */
export function createClient(
  place: PostgresPlace,
  log: Log,
  event: string,
  config: Pick<pg.ClientConfig, 'application_name' | 'options'>,
): pg.Client {
  const client = new pg.Client({
    ...clientConfig(place),
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    ...config,
  })
  // Without a listener, a connection that breaks while nobody asks would end the process.
  client.on(
    'error',
    guarded(log, event, (error: Error) => {
      log.warn(event, { why: error.message })
    }),
  )
  return client
}

/** Ends a connection, whatever state it is in. A dead network would never confirm the end. */
export async function end(connecting: Promise<pg.Client>): Promise<void> {
  try {
    const client = await connecting
    await Promise.race([client.end(), pause(END_MS, undefined, { ref: false })])
    client.connection.stream.destroy()
  } catch {
    // No connection is left to end.
  }
}
