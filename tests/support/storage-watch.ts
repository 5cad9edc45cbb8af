import { StorageWatch } from '../../src-server/store/sqlite/storage-watch.ts'
import { ManualClock } from './manual-clock.ts'

export const QUIET_LOG = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** A watch over a folder that logs nothing. */
export function watchFolder(folder: string): StorageWatch {
  return new StorageWatch({ folder, clock: new ManualClock(1_700_000_000), log: QUIET_LOG })
}
