import process from 'node:process'
import type { RunningServer } from './start-server.ts'

/** A service manager kills a process 5 s after it asked for its end. */
const LONGEST_STOP_MS = 4800

/**
 * Stops the server in order and ends the process, in any case before a service manager would kill it.
 * @param server undefined when it doesn't run yet
 */
export function endProcess(server: RunningServer | undefined, code: number): void {
  const failed = code === 0 ? 1 : code
  // eslint-disable-next-line local/guarded-callbacks -- an end of the process can't fail
  setTimeout(() => process.exit(failed), LONGEST_STOP_MS).unref()
  Promise.resolve(server?.stop()).then(
    () => process.exit(code),
    () => process.exit(failed),
  )
}
