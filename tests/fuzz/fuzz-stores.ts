import { join, resolve } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import type { Log } from '../../src-server/contract/ports.ts'
import { cryptoRandom } from '../../src-server/entry/adapters/system.ts'
import { findMachineKeys } from '../../src-server/entry/machine-key.ts'
import { openStores } from '../../src-server/entry/open-stores.ts'
import { SqliteSealing } from '../../src-server/store/sqlite/sealing/sqlite-sealing.ts'
import type { ManualClock } from '../support/manual-clock.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** The stores of a data folder, for tests that build a server without its listeners. */
export function openFuzzStores(folder: string, clock: ManualClock, log: Log) {
  return openStores({
    folder,
    migrations: join(ROOT, 'drizzle'),
    telemetryWorker: pathToFileURL(join(ROOT, 'src-server/store/sqlite/telemetry/worker.ts')),
    pid: process.pid,
    sealing: new SqliteSealing({
      machineKeys: () => findMachineKeys({ folder }, cryptoRandom),
      random: cryptoRandom,
    }),
    clock,
    log,
    utcOffset: () => 0,
  })
}
