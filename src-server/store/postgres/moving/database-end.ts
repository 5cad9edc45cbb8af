import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { DataFolderError } from '../../data-folder-error.ts'
import { pendingOf, type Applied, type Migration } from '../../migrations.ts'
import { checkServer } from '../check-server.ts'
import { migratePostgres } from '../migrate.ts'
import { clientConfig, type PostgresPlace } from '../pool.ts'
import { TelemetryPool } from '../telemetry/telemetry-pool.ts'
import { takeMoveLock } from './mark.ts'

/** A database, and its name for people: without the password. */
export interface NamedPlace {
  readonly place: PostgresPlace
  readonly name: string
}

export interface DatabaseParts {
  readonly main: NamedPlace
  /** The database of the figures: the same one, or another. */
  readonly telemetry: NamedPlace
  readonly migrations: { readonly main: readonly Migration[]; readonly telemetry: readonly Migration[] }
  /** Unix seconds. */
  readonly now: number
}

/** The name of a move's sessions. The names of copies' sessions begin alike and end otherwise. */
const OWN_NAME = 'pulsekey move'
/** A copy that sends no heartbeat for so long has ended, milliseconds. */
const SILENT_MS = 10_000
const LOOK_MS = 250

/**
 * A statement takes as long as the data is large. Sorting the keys of an index in memory is faster. A move whose machine dies
 * loses its lock within two minutes.
 */
const SETTINGS = `SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET jit = off;
  SET maintenance_work_mem = '256MB';
  SET tcp_keepalives_idle = 60; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 6`

/** The sessions of copies, and of whoever else uses the data. */
const OTHERS = `SELECT count(*)::int AS others FROM pg_stat_activity
  WHERE datname = current_database() AND application_name LIKE 'pulsekey%' AND application_name <> $1`
const HEARTBEATS = `SELECT string_agg(host || ' (process ' || process || ')', ', ') AS living FROM copies
  WHERE beat_at > clock_timestamp() - interval '${SILENT_MS / 1000} seconds'`

/** The connections of a move to a database, and the lock that keeps copies out. */
export class DatabaseConnections {
  readonly parts: DatabaseParts
  readonly main: pg.Client
  /** A second one, for whatever takes long beside it. */
  readonly side: pg.Client
  readonly telemetry: pg.Client
  readonly pool: TelemetryPool

  private constructor(parts: DatabaseParts) {
    this.parts = parts
    this.main = clientOf(parts.main.place)
    this.side = clientOf(parts.main.place)
    this.telemetry = clientOf(parts.telemetry.place)
    this.pool = new TelemetryPool(named(parts.telemetry.place), () => undefined)
  }

  /**
   * Connects, keeps copies out, and brings both schemas to this version.
   * @throws DataFolderError that says what to do
   */
  static async open(parts: DatabaseParts): Promise<DatabaseConnections> {
    const { main, telemetry, migrations, now } = parts
    const isOne = telemetry.place.url === main.place.url
    await checkServer(named(main.place), main.name, isOne ? ['public', 'telemetry'] : ['public'])
    if (!isOne) await checkServer(named(telemetry.place), telemetry.name, ['telemetry'])
    const made = new DatabaseConnections(parts)
    try {
      await made.main.connect()
      await made.side.connect()
      await made.telemetry.connect()
      for (const client of [made.main, made.side, made.telemetry]) await client.query(SETTINGS)
      if (!(await takeMoveLock(made.main))) throw isBusy(main.name)
      const copiesAt = named(main.place)
      await migratePostgres(copiesAt, main.name, migrations.main, now)
      const { place, name } = telemetry
      await migratePostgres(named(place), name, migrations.telemetry, now, 'telemetry', copiesAt)
      await requireKnown(made.main, 'public', migrations.main, main.name)
      await requireKnown(made.telemetry, 'telemetry', migrations.telemetry, telemetry.name)
      await made.#requireAlone()
      return made
    } catch (error) {
      await made.close()
      throw error
    }
  }

  async close(): Promise<void> {
    for (const client of [this.main, this.side, this.telemetry]) await client.end().catch(() => undefined)
    await this.pool.end()
  }

  /** A copy that was killed has no session any more, and its last heartbeat grows old. */
  async #requireAlone(): Promise<void> {
    const { main, telemetry } = this.parts
    const until = performance.now() + SILENT_MS + 2 * LOOK_MS
    for (;;) {
      const { rows } = await this.main.query<{ living: string | null }>(HEARTBEATS)
      const living = rows[0]?.living ?? ''
      const hasOthers = await isShared(this.main)
      // Copies of another server have their heartbeats elsewhere.
      if (await isShared(this.telemetry)) throw isInUse(telemetry.name, living)
      if (living === '' && !hasOthers) return
      if (hasOthers || performance.now() > until) throw isInUse(main.name, living)
      await pause(LOOK_MS)
    }
  }
}

/** Whether copies have sessions in the database. */
async function isShared(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ others: number }>(OTHERS, [OWN_NAME])
  return (rows[0]?.others ?? 0) > 0
}

/**
 * A server works with the tables of a newer version that only adds. A move would leave behind what was added.
 * @throws DataFolderError
 */
async function requireKnown(
  client: pg.Client,
  schema: 'public' | 'telemetry',
  shipped: readonly Migration[],
  name: string,
): Promise<void> {
  const { rows } = await client.query<Applied>(`SELECT tag, hash FROM ${schema}.migrations ORDER BY position`)
  pendingOf(rows, shipped, name)
}

function named(place: PostgresPlace): PostgresPlace {
  return { ...place, applicationName: OWN_NAME }
}

function clientOf(place: PostgresPlace): pg.Client {
  const client = new pg.Client(clientConfig(named(place)))
  // A connection that breaks between two statements. The next one throws.
  client.on('error', () => undefined)
  return client
}

function isBusy(name: string): DataFolderError {
  return new DataFolderError(
    `Another move, or a copy that starts, uses the data of ${name}. Try again when it has ended.`,
    `另一项迁移或正在启动的副本正在使用 ${name} 中的数据。请等它结束后重试。`,
  )
}

function isInUse(name: string, living: string): DataFolderError {
  const [en, zh] = living === '' ? ['', ''] : [`: ${living}`, `：${living}`]
  return new DataFolderError(
    `Copies of the server use the data of ${name}${en}. Stop all of them first.`,
    `服务器副本正在使用 ${name} 中的数据${zh}。请先停止所有副本。`,
  )
}
