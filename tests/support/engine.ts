import { cryptoRandom } from '../../src-server/entry/adapters/system.ts'
import { openStores } from '../../src-server/entry/open-stores.ts'
import type { ServerParts } from '../../src-server/entry/start-server.ts'
import { createEngineBackups } from '../../src-server/store/postgres/engine-backups.ts'
import { PostgresSealing } from '../../src-server/store/postgres/sealing.ts'
import type { DataKeyRingParts } from '../../src-server/store/sealing/data-key-ring.ts'
import { createBackupStore } from '../../src-server/store/sqlite/backups/backup-store.ts'
import { SqliteSealing } from '../../src-server/store/sqlite/sealing/sqlite-sealing.ts'
import type { SharableStores } from './pair/shared-stores.ts'
import { joinCopies, type JoinedCopies } from './postgres/join-copies.ts'
import { openTestStores } from './postgres/open-test-stores.ts'
import type { TestDatabase } from './postgres/test-database.ts'
import { findServerThread } from './server-program.ts'

/** The parts of a test's server that differ between SQLite and PostgreSQL. */
export interface Engine extends Pick<ServerParts, 'sealing' | 'backupStore'> {
  readonly openStores: () => Promise<SharableStores>
  /** Joins a copy of the server to the others by its name. Absent where copies in one process meet by themselves. */
  readonly joinCopies?: (name: string) => Promise<JoinedCopies>
}

type StoreParts = Omit<Parameters<typeof openStores>[0], 'sealing' | 'telemetryWorker'>

/** @param database where the server is on PostgreSQL */
export function createEngine(
  parts: StoreParts,
  keys: DataKeyRingParts,
  database?: Pick<TestDatabase, 'url'>,
): Engine {
  const { folder, migrations } = parts
  const shared = { ...parts, telemetryWorker: findServerThread('store/sqlite/telemetry/worker.ts') }
  if (database !== undefined) {
    const place = { place: { url: database.url }, name: 'test', random: cryptoRandom, isShared: true }
    const telemetry = {
      telemetryPlace: place.place,
      telemetryName: 'test',
      telemetryWorker: findServerThread('store/postgres/telemetry/worker.ts'),
    }
    const sealing = new PostgresSealing(keys)
    return {
      sealing,
      backupStore: createEngineBackups(folder),
      openStores: () => openTestStores({ ...shared, ...place, ...telemetry, sealing }),
      joinCopies: (name) => joinCopies(database.url, name, parts),
    }
  }
  const sealing = new SqliteSealing(keys)
  const worker = findServerThread('store/sqlite/backups/worker.ts')
  return {
    sealing,
    backupStore: createBackupStore({ data: folder, migrations, worker, version: 'test', sealing }),
    openStores: async () => {
      const stores = await openStores({ ...shared, sealing })
      return { ...stores, another: () => stores.store.another() }
    },
  }
}
