import { pendingOf, type Migration } from '../migrations.ts'
import type { PostgresPlace } from './pool.ts'
import { withClient } from './with-client.ts'

const ledgerOf = (schema: string) => `CREATE TABLE IF NOT EXISTS ${schema}.migrations (
  position integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY, tag text NOT NULL, hash text NOT NULL, applied_at bigint NOT NULL)`
/** Two copies that start at once: one migrates, and the other waits. */
const ONE_AT_A_TIME = "SELECT pg_advisory_xact_lock(hashtext('pulsekey migrations'))"

/**
 * Brings a database to this version's schema, in one transaction.
 * @param name of the database, for people: without the password
 * @param now Unix seconds
 * @param schema the schema of the ledger: two kinds of data may share one database
 * @throws DataFolderError for data of a newer version; the data is unchanged then, also after other errors
 */
export async function migratePostgres(
  place: PostgresPlace,
  name: string,
  shipped: readonly Migration[],
  now: number,
  schema: 'public' | 'telemetry' = 'public',
): Promise<void> {
  await withClient(place, async (client) => {
    await client.query('BEGIN')
    await client.query(ONE_AT_A_TIME)
    // Every database has `public`, and making it again takes a right that the role may lack.
    if (schema !== 'public') await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`)
    await client.query(ledgerOf(schema))
    const { rows } = await client.query<{ tag: string; hash: string }>(
      `SELECT tag, hash FROM ${schema}.migrations ORDER BY position`,
    )
    for (const { statements, tag, hash } of pendingOf(rows, shipped, name)) {
      for (const statement of statements) await client.query(statement)
      await client.query(`INSERT INTO ${schema}.migrations (tag, hash, applied_at) VALUES ($1, $2, $3)`, [
        tag,
        hash,
        now,
      ])
    }
    await client.query('COMMIT')
  })
}
