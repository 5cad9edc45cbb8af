import { join, resolve } from 'node:path'
import process from 'node:process'
import type { Log } from '../../src-server/contract/ports.ts'
import { cryptoRandom } from '../../src-server/entry/adapters/system.ts'
import { findMachineKeys } from '../../src-server/entry/machine-key.ts'
import type { Stores } from '../../src-server/entry/stores.ts'
import { createEngine } from '../support/engine.ts'
import type { ManualClock } from '../support/manual-clock.ts'
import type { TestServer } from '../support/test-server.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** The stores of a server that has stopped, for tests that build one without its listeners. */
export function openFuzzStores(
  { folder, databaseUrl }: TestServer,
  clock: ManualClock,
  log: Log,
): Promise<Stores> {
  const parts = { folder, migrations: join(ROOT, 'drizzle'), pid: process.pid, clock, log }
  const keys = { machineKeys: () => findMachineKeys({ folder }, cryptoRandom), random: cryptoRandom }
  const database = databaseUrl === undefined ? undefined : { url: databaseUrl }
  return createEngine({ ...parts, utcOffset: () => 0 }, keys, database).openStores()
}
