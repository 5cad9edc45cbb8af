import process from 'node:process'
import type { Log } from '../contract/ports.ts'
import { isPassingFailure, StorageFailure } from '../contract/storage-failure.ts'
import { endProcess } from './end-process.ts'
import type { RunningServer } from './start-server.ts'
import type { IncidentWatch } from './stores.ts'

/** The exit code after an unexpected error: a supervisor should start the server again. */
export const FAULT_CODE = 70

/**
 * The very last net, for errors that every other place missed. An error of the storage is contained: the
 * stores go on after it, so the process does. After any other error the state in memory may be wrong, so the
 * server stops in order: it writes what waits, and a supervisor starts it again.
 * @param server undefined until it runs
 */
export function spreadLastNet(log: Log, server: () => RunningServer | undefined): void {
  let isEnding = false
  const caught = (error: unknown): void => {
    try {
      const running = server()
      if (running !== undefined && isContained(running.stores.watch, error)) {
        log.error('process.error', error)
        return
      }
      log.error('process.fault', error)
      if (isEnding) return
      isEnding = true
      running?.stores.watch.faulted(error)
      endProcess(running, FAULT_CODE)
    } catch {
      // Nothing is left that could report this.
      process.exit(FAULT_CODE)
    }
  }
  // eslint-disable-next-line local/guarded-callbacks -- `caught` catches its own errors
  process.on('uncaughtException', caught)
  // eslint-disable-next-line local/guarded-callbacks -- `caught` catches its own errors
  process.on('unhandledRejection', caught)
}

function isContained(watch: IncidentWatch, error: unknown): boolean {
  return isPassingFailure(error) || watch.failureOf(error) instanceof StorageFailure
}
