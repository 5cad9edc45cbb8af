import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPostgresTelemetryStore } from '../../../src-server/store/postgres/telemetry/store.ts'
import type { TelemetryStore } from '../../../src-server/store/telemetry-store.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { createTestDatabase } from '../../support/postgres/test-database.ts'
import { findServerThread } from '../../support/server-program.ts'
import { QUIET_LOG } from '../../support/storage-watch.ts'
import { openTelemetryStore } from '../../support/telemetry/open-telemetry-store.ts'
import type { Engine } from '../open-store.ts'

export interface TelemetryPlace {
  readonly url: string | undefined
  /** The errors in the log of PostgreSQL's stores. */
  readonly errors: readonly string[]
  /** Opens the telemetry, with a thread of its own. On PostgreSQL several may be open at once. */
  open(now: number): Promise<TelemetryStore>
  remove(): Promise<void>
}

/** A place for telemetry, empty. Close each opened store before `remove`. */
export async function makeTelemetryPlace(
  engine: Engine,
  utcOffset: (at: number) => number,
): Promise<TelemetryPlace> {
  if (engine === 'SQLite') {
    const folder = mkdtempSync(join(tmpdir(), 'pulsekey-contract-'))
    return {
      url: undefined,
      errors: [],
      open: (now) => openTelemetryStore(folder, now, utcOffset),
      remove: () => {
        rmSync(folder, { recursive: true })
        return Promise.resolve()
      },
    }
  }
  const database = await createTestDatabase()
  const errors: string[] = []
  const place = { url: database.url }
  return {
    url: database.url,
    errors,
    open: (now) =>
      Promise.resolve(
        createPostgresTelemetryStore(place, {
          worker: findServerThread('store/postgres/telemetry/worker.ts'),
          log: { ...QUIET_LOG, error: (event, error) => void errors.push(`${event}: ${String(error)}`) },
          clock: new ManualClock(now),
          utcOffset,
          renewed: () => undefined,
        }),
      ),
    remove: () => database.drop(),
  }
}
