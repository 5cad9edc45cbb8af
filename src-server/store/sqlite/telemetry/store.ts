import type { TelemetryStore } from '../../telemetry-store.ts'
import { createThreadedTelemetryStore, type ThreadParts } from '../../telemetry/telemetry-thread.ts'
import { diskSize } from '../disk-size.ts'
import type { TelemetryPlace, WorkerData } from './open-telemetry.ts'

/** The TelemetryStore on SQLite, in a worker thread. */
export function createTelemetryStore(place: TelemetryPlace, parts: ThreadParts): TelemetryStore {
  return createThreadedTelemetryStore({
    ...parts,
    workerData: (): WorkerData => ({ place, startedAt: parts.clock.now() }),
    size: () => diskSize(place.file),
  })
}
