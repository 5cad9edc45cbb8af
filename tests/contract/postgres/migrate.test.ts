import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DataFolderError } from '../../../src-server/store/data-folder-error.ts'
import { packContracts, parseMigration, type Migration } from '../../../src-server/store/migrations.ts'
import { checkServer } from '../../../src-server/store/postgres/check-server.ts'
import { openPostgresLink } from '../../../src-server/store/postgres/link/postgres-link.ts'
import { migratePostgres, requireNothingTaken } from '../../../src-server/store/postgres/migrate.ts'
import { QUIET_LOG } from '../../support/storage-watch.ts'
import { until } from '../../support/until.ts'
import {
  createTestDatabase,
  shippedMigrations,
  type TestDatabase,
} from '../../support/postgres/test-database.ts'

const NOW = 1_700_000_000
/** A copy that is silent for longer has ended, seconds. */
const KEPT = 600
let database: TestDatabase
let client: pg.Client

beforeEach(async () => {
  database = await createTestDatabase()
  client = new pg.Client(database.url)
  await client.connect()
})
afterEach(async () => {
  await client.end()
  await database.drop()
})

const adds = (tag: string) => parseMigration(tag, `CREATE TABLE made_by_${tag} (id int)`)
const takes = (tag: string) => parseMigration(tag, `ALTER TABLE desk DROP CONSTRAINT desk_one`)
const migrate = (...more: readonly Migration[]) =>
  migratePostgres({ url: database.url }, 'test', [...shippedMigrations('postgres'), ...more], NOW)
const beat = (contracts: number, secondsAgo = 0) =>
  client.query(
    `INSERT INTO copies (name, host, process, version, contracts, beat_at)
     VALUES ('aa', 'h', 1, 'older', $1, now() - $2 * interval '1 second')`,
    [contracts, secondsAgo],
  )
const applied = async () =>
  (await client.query<{ tag: string }>('SELECT tag FROM migrations ORDER BY position')).rows
    .map(({ tag }) => tag)
    .slice(shippedMigrations('postgres').length)

it('an older version starts on a database that got more, and not on one that lost something', async () => {
  await migrate(adds('0100_more'))
  await migrate()
  expect(await applied()).toEqual(['0100_more'])
  await migrate(adds('0100_more'), takes('0101_contract_less'))
  await expect(migrate()).rejects.toThrow(/newer version of this program \(it knows 0100_more\)/)
  await expect(migrate(adds('0100_more'))).rejects.toThrow(DataFolderError)
})

it('a migration that takes something away waits while a copy lives that does not know it', async () => {
  await beat(0)
  expect(await migrate(adds('0100_more'), takes('0101_contract_less'))).toEqual(['0101_contract_less'])
  expect(await applied()).toEqual(['0100_more'])
  await client.query('UPDATE copies SET contracts = 1')
  expect(await migrate(adds('0100_more'), takes('0101_contract_less'))).toEqual([])
  expect(await applied()).toEqual(['0100_more', '0101_contract_less'])
})

it('each kind of data waits for copies that do not know its own migrations, and for no others', async () => {
  const [figures, first, second] = [
    parseMigration('0100_contract_figures', 'SELECT 1'),
    takes('0100_contract_less'),
    takes('0101_contract_again'),
  ]
  await beat(packContracts({ public: [first], telemetry: [] }))
  expect(await migrate(first, second)).toEqual(['0101_contract_again'])
  const shipped = [...shippedMigrations('postgres-telemetry'), figures]
  const migrateFigures = () => migratePostgres({ url: database.url }, 'test', shipped, NOW, 'telemetry')
  expect(await migrateFigures()).toEqual(['0100_contract_figures'])
  await client.query('UPDATE copies SET contracts = $1', [
    packContracts({ public: [], telemetry: [figures] }),
  ])
  expect(await migrateFigures()).toEqual([])
  expect(await migrate(first, second)).toEqual(['0101_contract_again'])
})

it('of an older copy that starts and a migration that takes something away, one gives way', async () => {
  const HELD = 4711
  const less = parseMigration(
    '0100_contract_less',
    `SELECT pg_advisory_xact_lock(${HELD});--> statement-breakpoint
     ALTER TABLE desk DROP CONSTRAINT desk_one`,
  )
  await client.query('SELECT pg_advisory_lock($1)', [HELD])
  const waiting = async () =>
    (
      await client.query(`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
    ).rowCount
  const migrating = migrate(less)
  await until(async () => (await waiting()) === 1, 'the migration past its look for copies')
  const place = { url: database.url }
  const self = { name: 'aa', host: 'h', process: 1, version: 'older', contracts: 0 }
  const link = await openPostgresLink({ place, self, log: QUIET_LOG })
  let hasLooked = false
  const starting = requireNothingTaken(place, 'test', shippedMigrations('postgres'), 'public')
    .then(
      () => true,
      (error: unknown) => !(error instanceof DataFolderError),
    )
    .finally(() => {
      hasLooked = true
    })
  await until(async () => hasLooked || (await waiting()) !== 1, 'the look of the copy')
  await client.query('SELECT pg_advisory_unlock($1)', [HELD])
  // After two seconds of waiting the migration begins anew, and sees the copy.
  const isApplied = (await migrating).length === 0
  expect(await starting).toBe(!isApplied)
  await link.close()
})

it('a copy that ended without a word holds nothing up for longer than it could go on', async () => {
  await beat(0, KEPT - 30)
  expect(await migrate(takes('0100_contract_less'))).toEqual(['0100_contract_less'])
  await client.query(`UPDATE copies SET beat_at = now() - interval '${KEPT + 1} seconds'`)
  expect(await migrate(takes('0100_contract_less'))).toEqual([])
})

it('a version that needs what is built on a waiting migration refuses to start, and changes nothing', async () => {
  await beat(0)
  const start = migrate(adds('0100_more'), takes('0101_contract_less'), adds('0102_more'))
  await expect(start).rejects.toThrow(/Servers of an older version run on test/)
  expect(await applied()).toEqual([])
})

it('a migration that waits for a table keeps calls waiting for two seconds at most, and runs in the end', async () => {
  const reader = new pg.Client(database.url)
  await reader.connect()
  await reader.query('BEGIN; SELECT count(*) FROM devices')
  const migrating = migrate(parseMigration('0100_column', 'ALTER TABLE devices ADD COLUMN colour text'))
  const waits: number[] = []
  await until(async () => {
    const begun = performance.now()
    await client.query('SELECT count(*) FROM devices')
    waits.push(performance.now() - begun)
    return waits.filter((ms) => ms > 1000).length === 2
  }, 'two tries of the migration')
  expect(Math.max(...waits)).toBeLessThan(4000)
  await reader.query('COMMIT')
  expect(await migrating).toEqual([])
  await reader.end()
})

it('a user with a ready schema needs no right to make one', async () => {
  const user = 'migrate_guest'
  await client.query(
    `CREATE ROLE ${user} LOGIN; DROP SCHEMA telemetry CASCADE; CREATE SCHEMA telemetry AUTHORIZATION ${user}`,
  )
  const guest = { url: database.url.replace('pulsekey:', `${user}:`).replace('pulsekey@', `${user}@`) }
  await checkServer(guest, 'test', ['telemetry'])
  await migratePostgres(guest, 'test', shippedMigrations('postgres-telemetry'), NOW, 'telemetry')
  const { rows } = await client.query(
    "SELECT tableowner FROM pg_tables WHERE schemaname = 'telemetry' AND tablename = 'latest'",
  )
  expect(rows).toEqual([{ tableowner: user }])
  await client.query(`DROP OWNED BY ${user}; DROP ROLE ${user}`)
})
