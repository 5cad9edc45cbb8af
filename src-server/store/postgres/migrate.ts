import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { DataFolderError } from '../data-folder-error.ts'
import {
  isContract,
  knownContracts,
  pendingOf,
  type Applied,
  type MigratedSchema,
  type Migration,
} from '../migrations.ts'
import { codeOf } from './failures.ts'
import { KEPT_SECONDS } from './link/queries.ts'
import type { PostgresPlace } from './pool.ts'
import { withClient } from './with-client.ts'

/** `IF NOT EXISTS` would ask for the right to make schemas, which a user may lack whose schema is there. */
const schemaOf = (schema: string) =>
  `DO $$ BEGIN IF to_regnamespace('${schema}') IS NULL THEN CREATE SCHEMA ${schema}; END IF; END $$`
const ledgerOf = (table: string) => `CREATE TABLE IF NOT EXISTS ${table} (
  position integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY, tag text NOT NULL, hash text NOT NULL, applied_at bigint NOT NULL)`
/** Two copies that start at once: one migrates, and the other waits. */
const ONE_AT_A_TIME = "SELECT pg_advisory_xact_lock(hashtext('pulsekey migrations'))"
/** Waits for a migration under way. */
const NONE_RUNS = "SELECT pg_advisory_lock_shared(hashtext('pulsekey migrations'))"
/** Calls of the copies that run wait behind a migration that waits for a table, and must not wait long. */
const SHORT_WAITS = "SET LOCAL lock_timeout = '2s'"
/** Another transaction held a table, or two waited for each other. */
const BUSY = ['55P03', '40P01']
const AGAIN_MS = 500
const TRIES = 20
/** A copy that has been silent for longer can't follow the others any more, and ends. */
const olderOf = (schema: MigratedSchema) => `SELECT count(*)::int AS older FROM copies
  WHERE ${knownContracts('contracts', schema)} < $1 AND beat_at > now() - interval '${KEPT_SECONDS} seconds'`

/**
 * Brings a database to this version's schema, in one transaction. Copies of the server may run meanwhile, also older ones. A
 * migration that takes something away waits for a start without older copies.
 * @param name of the database, for people: without the password
 * @param now Unix seconds
 * @param schema the schema of the ledger: two kinds of data may share one database
 * @param copiesAt the place of the copies' heartbeats where it is another one
 * @returns the tags of the migrations that wait
 * @throws DataFolderError for data that this version can't use, and where a migration builds on one that has to wait. The
 *   data is unchanged then, also after other errors
 */
export async function migratePostgres(
  place: PostgresPlace,
  name: string,
  shipped: readonly Migration[],
  now: number,
  schema: MigratedSchema = 'public',
  copiesAt?: PostgresPlace,
): Promise<readonly string[]> {
  const isHeldUp = async (client: pg.Client, migration: Migration) =>
    isContract(migration) && (await hasOlder(client, copiesAt, schema, contractsUntil(migration, shipped)))
  for (let tries = 1; ; tries++) {
    try {
      return await withClient(place, async (client) => {
        await client.query('BEGIN')
        await client.query(ONE_AT_A_TIME)
        await client.query(schemaOf(schema))
        const migrations = `${schema}.migrations`
        await client.query(ledgerOf(migrations))
        const pending = await readPending(client, shipped, schema, name)
        await client.query(SHORT_WAITS)
        for (const [at, migration] of pending.entries()) {
          if (await isHeldUp(client, migration)) {
            const waiting = waitingFrom(pending.slice(at), name)
            await client.query('COMMIT')
            return waiting
          }
          const { statements, tag, hash } = migration
          for (const statement of statements) await client.query(statement)
          const values = [tag, hash, now]
          await client.query(`INSERT INTO ${migrations} (tag, hash, applied_at) VALUES ($1, $2, $3)`, values)
        }
        await client.query('COMMIT')
        return []
      })
    } catch (error) {
      if (!BUSY.includes(codeOf(error))) throw error
      if (tries === TRIES) throw busy(name)
      await pause(AGAIN_MS)
    }
  }
}

/**
 * Refuses a database from which a newer version took something away while this copy started. Call it after the copy's
 * heartbeat is stored: a migration either sees the heartbeat, or has ended before this look.
 * @throws DataFolderError
 */
export async function requireNothingTaken(
  place: PostgresPlace,
  name: string,
  shipped: readonly Migration[],
  schema: MigratedSchema,
): Promise<void> {
  await withClient(place, async (client) => {
    await client.query(NONE_RUNS)
    await readPending(client, shipped, schema, name)
  })
}

/** @throws DataFolderError for data of a newer version that took something away */
async function readPending(
  client: pg.Client,
  shipped: readonly Migration[],
  schema: MigratedSchema,
  name: string,
): Promise<readonly Migration[]> {
  const { rows } = await client.query<Applied>(`SELECT tag, hash FROM ${schema}.migrations ORDER BY position`)
  return pendingOf(withoutLater(rows, shipped), shipped, name)
}

function contractsUntil(migration: Migration, shipped: readonly Migration[]): number {
  return shipped.slice(0, shipped.indexOf(migration) + 1).filter(isContract).length
}

/** The applied migrations without those of a newer version that only add: this version works with them. */
function withoutLater(applied: readonly Applied[], shipped: readonly Migration[]): readonly Applied[] {
  return applied.slice(shipped.length).some(isContract) ? applied : applied.slice(0, shipped.length)
}

/** Whether a copy lives whose version knows fewer of the migrations that take something away. */
async function hasOlder(
  client: pg.Client,
  copiesAt: PostgresPlace | undefined,
  schema: MigratedSchema,
  contracts: number,
): Promise<boolean> {
  const ask = async (asked: pg.Client) =>
    (await asked.query<{ older: number }>(olderOf(schema), [contracts])).rows
  const rows = await (copiesAt === undefined ? ask(client) : withClient(copiesAt, ask))
  return (rows[0]?.older ?? 0) > 0
}

/** @throws DataFolderError where one of them adds something: this version can't work without it */
function waitingFrom(pending: readonly Migration[], name: string): readonly string[] {
  if (pending.every(isContract)) return pending.map(({ tag }) => tag)
  throw new DataFolderError(
    `Servers of an older version run on ${name}, and this version changes what they use. Stop them, then start this one. After a crash wait ten minutes.`,
    `旧版本的服务器正在使用 ${name}，而此版本会更改它们所用的数据。请先停止它们，再启动此版本。若它们异常退出，请等待十分钟。`,
  )
}

function busy(name: string): DataFolderError {
  return new DataFolderError(
    `The tables of ${name} are in use without a break, so they can't be updated. Look for long queries, and start again.`,
    `${name} 的数据表一直被占用，无法更新。请检查长时间运行的查询，然后重新启动。`,
  )
}
