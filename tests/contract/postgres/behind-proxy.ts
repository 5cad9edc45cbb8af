import pg from 'pg'
import { StorageFailure } from '../../../src-server/contract/storage-failure.ts'
import type { Store, WriteUnit } from '../../../src-server/store/store.ts'
import { CutProxy, type Fate } from '../../support/postgres/cut-proxy.ts'
import { socketOfRun } from '../../support/postgres/global-setup.ts'
import { openPostgresStore } from '../../support/postgres/open-postgres-store.ts'
import { createTestDatabase } from '../../support/postgres/test-database.ts'
import { riskEvent } from '../risk-event.ts'

export interface BehindProxy {
  readonly store: Store
  readonly proxy: CutProxy
  /** Another copy of the server, with a way of its own to the database. */
  readonly other: Store
  /** The database, without the proxy. */
  readonly url: string
  /** Asks the database itself, on one connection. */
  ask<R extends object>(text: string): Promise<R[]>
  close(): Promise<void>
}

/** Two copies of the server over one database. The first one reaches it through a proxy. */
export async function openBehindProxy(): Promise<BehindProxy> {
  const database = await createTestDatabase()
  const proxy = await CutProxy.start(socketOfRun())
  const client = new pg.Pool({ connectionString: database.url, max: 1 }).on('error', () => undefined)
  const store = openPostgresStore(proxy.url(database.name))
  const other = openPostgresStore(database.url)
  return {
    ...{ store, other, proxy, url: database.url },
    ask: async <R extends object>(text: string) => (await client.query<R>(text)).rows,
    close: async () => {
      proxy.decide = () => 'pass'
      await Promise.all([store.close(), other.close(), client.end()])
      await proxy.stop()
      await database.drop()
    },
  }
}

/** Leaves a row for this number. A unit that is stored twice leaves two. */
export async function leaveRow(unit: WriteUnit, number: number): Promise<void> {
  await unit.risks.addEvents([riskEvent({ deviceId: number, at: 1 })])
}

/** The trouble of a failed storage. Any other error is given back as it is. */
export const troubleOf = (error: unknown) => (error instanceof StorageFailure ? error.trouble : error)

/** The number of rows of each number. */
export async function rowsByNumber({ ask }: Pick<BehindProxy, 'ask'>): Promise<Map<number, number>> {
  const rows = await ask<{ number: number; times: number }>(
    'SELECT device_id AS number, count(*) AS times FROM risk_events GROUP BY device_id',
  )
  return new Map(rows.map(({ number, times }) => [number, times]))
}

/** The n-th statement from now on gets the fate, and all others pass. @returns whether it came */
export function atStatement(proxy: CutProxy, place: number, fate: Fate): () => boolean {
  let number = 0
  proxy.decide = ({ type, text }) => {
    // The connection's own first question, and the letters that belong to one prepared statement, count once or never.
    if ((type !== 'Q' && type !== 'B') || text.includes('pg_is_in_recovery')) return 'pass'
    return number++ === place ? fate : 'pass'
  }
  return () => number > place
}
