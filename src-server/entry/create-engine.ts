import { hostname } from 'node:os'
import { pathToFileURL } from 'node:url'
import type { Clock, Log, Random } from '../contract/ports.ts'
import type { Copies } from '../copies/copies.ts'
import { sleeplessClock } from '../copies/sleepless-clock.ts'
import { createSharedCopies, type SharedCopies } from '../copies/shared-copies.ts'
import { createBackupStore } from '../store/sqlite/backups/backup-store.ts'
import { SqliteSealing } from '../store/sqlite/sealing/sqlite-sealing.ts'
import type { DataKeyRing, DataKeyRingParts } from '../store/sealing/data-key-ring.ts'
import { openPostgresStores, requireStillUsable, shippedContracts } from './open-postgres-stores.ts'
import { openStores } from './open-stores.ts'
import type { ServerParts } from './start-server.ts'
import type { StorePlace } from './store-place.ts'

interface Parts {
  readonly folder: string
  readonly migrations: string
  readonly telemetryWorker: string
  readonly postgresTelemetryWorker: string
  readonly backupWorker: string
  readonly version: string
  readonly keys: DataKeyRingParts
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly utcOffset: (at: number) => number
  /** This process can't follow the other copies any more. */
  readonly lost: (why: Error) => void
  /** Whether data that was moved away may be opened all the same. */
  readonly isForced: boolean
}

/** The databases of a server on PostgreSQL. */
interface PostgresPlaces extends StorePlace {
  /** May be the same one. */
  readonly telemetry: StorePlace
}

/** The parts of a server that keep its data. */
export interface Engine extends Pick<ServerParts, 'openStores' | 'backupStore'> {
  readonly sealing: DataKeyRing
  /** Absent where this process is the only copy. */
  readonly copies?: Copies
}

/** @param at undefined: the data folder keeps the data */
export function createEngine(parts: Parts, at: PostgresPlaces | undefined): Engine | Promise<Engine> {
  return at === undefined ? sqliteEngine(parts) : postgresEngine(parts, at)
}

function sqliteEngine(parts: Parts): Engine {
  const { folder, migrations, version, keys, clock, log, utcOffset, isForced } = parts
  const sealing = new SqliteSealing(keys)
  const telemetryWorker = pathToFileURL(parts.telemetryWorker)
  const worker = pathToFileURL(parts.backupWorker)
  return {
    sealing,
    backupStore: createBackupStore({ data: folder, migrations, worker, version, sealing }),
    openStores: () =>
      openStores({
        ...{ folder, migrations, telemetryWorker, sealing, clock, log, utcOffset, isForced },
        pid: process.pid,
      }),
  }
}

/** The desktop has no PostgreSQL, and never loads this. */
async function postgresEngine(parts: Parts, { place, name, telemetry }: PostgresPlaces): Promise<Engine> {
  const { folder, clock, log, random, version } = parts
  const { PostgresSealing } = await import('../store/postgres/sealing.ts')
  const { createEngineBackups } = await import('../store/postgres/engine-backups.ts')
  const { openPostgresLink } = await import('../store/postgres/link/postgres-link.ts')
  const sealing = new PostgresSealing(parts.keys)
  const copy = Buffer.from(random.bytes(8)).toString('hex')
  const own = { ...place, copy }
  let copies: SharedCopies | undefined
  return {
    sealing,
    backupStore: createEngineBackups(folder),
    openStores: async () => {
      const places = { place: own, name, telemetryPlace: telemetry.place, telemetryName: telemetry.name }
      const stores = await openPostgresStores({
        ...parts,
        telemetryWorker: pathToFileURL(parts.postgresTelemetryWorker),
        ...{ ...places, sealing, isShared: true, pid: process.pid },
      })
      // Before anything is read: what others commit from now on comes with the first look.
      const contracts = shippedContracts(parts.migrations)
      const self = { name: copy, host: hostname(), process: process.pid, version, contracts }
      const link = await openPostgresLink({ place, self, log })
      await requireStillUsable({ ...parts, ...places }).catch(async (error: unknown) => {
        await link.close()
        await stores.close()
        throw error
      })
      copies = createSharedCopies({
        link,
        now: () => clock.now(),
        steadyMs: sleeplessClock({ wallMs: Date.now, steadyMs: () => performance.now() }),
        wallMs: () => clock.nowMs(),
        lost: parts.lost,
      })
      return stores
    },
    copies: {
      join: (joining) => {
        if (copies === undefined) throw new Error('the stores are not open')
        return copies.join(joining)
      },
    },
  }
}
