import { join } from 'node:path'
import type { Places } from './run.ts'

/** @param folder the folder of the running entry: src-server/entry, or out/main in the bundle */
export function placesFrom(folder: string, isSource: boolean): Places {
  return {
    root: join(folder, '../..'),
    telemetryWorker: isSource
      ? join(folder, '../store/sqlite/telemetry/worker.ts')
      : join(folder, 'telemetry-worker.js'),
    postgresTelemetryWorker: isSource
      ? join(folder, '../store/postgres/telemetry/worker.ts')
      : join(folder, 'postgres-telemetry-worker.js'),
    backupWorker: isSource
      ? join(folder, '../store/sqlite/backups/worker.ts')
      : join(folder, 'backup-worker.js'),
  }
}
