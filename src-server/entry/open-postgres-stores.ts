import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '../contract/ports.ts'
import { StorageFailure } from '../contract/storage-failure.ts'
import { MAIN_DATABASE } from '../store/backup-store.ts'
import { DataFolderError } from '../store/data-folder-error.ts'
import { packContracts, readMigrations } from '../store/migrations.ts'
import type { PostgresPlace } from '../store/postgres/pool.ts'
import type { PostgresSealing } from '../store/postgres/sealing.ts'
import { SignatureFiles } from '../store/signatures/signature-files.ts'
import { lockDataFolder } from '../store/sqlite/lock.ts'
import { tightenFolder } from '../store/sqlite/private-files.ts'
import { StorageWatch } from '../store/sqlite/storage-watch.ts'
import type { StorageCondition } from '../store/storage-condition.ts'
import type { TelemetryParts } from './open-folder-telemetry.ts'
import { makeFolder } from './open-stores.ts'
import { closeStores, type Stores } from './stores.ts'

interface PostgresParts extends TelemetryParts {
  /** The database of the figures: the same one, or another. */
  readonly telemetryPlace: PostgresPlace
  readonly telemetryName: string
  readonly place: PostgresPlace
  /** The database for people: without the password. */
  readonly name: string
  readonly pid: number
  readonly sealing: PostgresSealing
  readonly random: Random
  /** Whether the server may have other copies. */
  readonly isShared: boolean
  /** Whether data that was moved away may be opened all the same. */
  readonly isForced?: boolean | undefined
}

/**
 * Opens a server's stores on PostgreSQL, and this copy's own folder beside it: the machine key, the console's port and the
 * signatures.
 * @throws DataFolderError where the database or the folder can't be used. It says what to do
 */
export async function openPostgresStores(parts: PostgresParts): Promise<Stores> {
  const { folder, place, name, clock, log, random, isShared } = parts
  makeFolder(folder)
  requireNoData(folder)
  tightenFolder(folder)
  const release = lockDataFolder(folder, { pid: parts.pid, since: clock.now() })
  try {
    const { createPostgresStore } = await import('../store/postgres/store.ts')
    const { failureOf } = await import('../store/postgres/failures.ts')
    await migrateBoth(parts)
    const incidents = new StorageWatch({ folder, clock, log })
    const seal = await parts.sealing.open(place, clock.now())
    const created = createPostgresStore({ place, seal, random, clock, log, isShared })
    const store = { ...created, condition: withIncidents(created.condition, incidents) }
    const { createPostgresTelemetryStore } = await import('../store/postgres/telemetry/store.ts')
    const { telemetryPlace, telemetryWorker: worker, utcOffset } = parts
    const telemetry = createPostgresTelemetryStore(telemetryPlace, {
      ...{ worker, log, clock, utcOffset },
      renewed: () => undefined,
    })
    const signatureLog = new SignatureFiles(join(folder, 'signatures'), () => clock.now(), log)
    return {
      store,
      telemetry,
      signatureLog,
      watch: {
        refusalOf: (error) => (error instanceof StorageFailure ? refusalOf(error, name) : error),
        failureOf,
        faulted: (error) => {
          incidents.faulted(error)
        },
      },
      close: () => closeStores({ store, telemetry, signatureLog }, release),
    }
  } catch (error) {
    release()
    throw error
  }
}

type Databases = Pick<
  PostgresParts,
  'place' | 'name' | 'telemetryPlace' | 'telemetryName' | 'migrations' | 'isForced'
>

/** The contracts that this version ships, for the heartbeats of a copy. */
export function shippedContracts(migrations: string): number {
  return packContracts(readShipped(migrations))
}

/**
 * Looks once more for a move and for a newer version that began while this copy opened its stores. Call it when the others see
 * the copy: a move and a newer version look for copies after they began.
 * @throws DataFolderError
 */
export async function requireStillUsable(parts: Databases): Promise<void> {
  const { place, name, telemetryPlace, telemetryName } = parts
  const { requireNothingTaken } = await import('../store/postgres/migrate.ts')
  const { requireNotMoved } = await import('../store/postgres/moving/mark.ts')
  await requireNotMoved(place, name, parts.isForced === true)
  const shipped = readShipped(parts.migrations)
  await requireNothingTaken(place, name, shipped.public, 'public')
  await requireNothingTaken(telemetryPlace, telemetryName, shipped.telemetry, 'telemetry')
}

function readShipped(migrations: string) {
  return {
    public: readMigrations(join(migrations, 'postgres')),
    telemetry: readMigrations(join(migrations, 'postgres-telemetry')),
  }
}

/** Brings the data and the figures to this version's schema. */
async function migrateBoth(parts: PostgresParts): Promise<void> {
  const { place, name, telemetryPlace, telemetryName, clock, log } = parts
  const { checkServer } = await import('../store/postgres/check-server.ts')
  const { migratePostgres } = await import('../store/postgres/migrate.ts')
  const { requireNotMoved } = await import('../store/postgres/moving/mark.ts')
  const shipped = readShipped(parts.migrations)
  const isOne = telemetryPlace.url === place.url
  await checkServer(place, name, isOne ? ['public', 'telemetry'] : ['public'])
  if (!isOne) await checkServer(telemetryPlace, telemetryName, ['telemetry'])
  await requireNotMoved(place, name, parts.isForced === true)
  const now = clock.now()
  const waiting = [
    ...(await migratePostgres(place, name, shipped.public, now)),
    ...(await migratePostgres(telemetryPlace, telemetryName, shipped.telemetry, now, 'telemetry', place)),
  ]
  if (waiting.length > 0) log.info('postgres.migrations_wait', { tags: waiting.join(' ') })
}

/** Data in the folder would not be read, and a person would miss it. */
function requireNoData(folder: string): void {
  if (existsSync(join(folder, MAIN_DATABASE)))
    throw new DataFolderError(
      `${folder} holds the data of a server without PostgreSQL (${MAIN_DATABASE}). Name another folder with --data, or start without PULSEKEY_STORE and --store-file.`,
      `${folder} 中有未使用 PostgreSQL 的服务器数据（${MAIN_DATABASE}）。请用 --data 指定其他文件夹，或不带 PULSEKEY_STORE 和 --store-file 启动。`,
    )
}

function refusalOf(failure: StorageFailure, name: string): DataFolderError {
  return new DataFolderError(
    `The database ${name} can't be read: ${failure.message}. Look at the log of the database server.`,
    `无法读取数据库 ${name}：${failure.message}。请查看数据库服务器的日志。`,
  )
}

/** The condition of the database, and what happened on this copy's machine. */
function withIncidents(condition: StorageCondition, incidents: StorageWatch): StorageCondition {
  return {
    get damage() {
      return condition.damage
    },
    get telemetryRenewed() {
      return incidents.telemetryRenewed
    },
    get fault() {
      return incidents.fault
    },
    heldSince: undefined,
    checked: (verdict) => {
      condition.checked(verdict)
    },
    onChange: (callback) => {
      condition.onChange(callback)
      incidents.onChange(callback)
    },
  }
}
