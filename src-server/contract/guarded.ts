import type { Log } from './ports.ts'

/**
 * A callback of a timer or an event. Nobody above it catches: without the guard, an error in it would end the
 * process. Lint refuses other callbacks there.
 * @param name names the callback in the log
 * @param failed cleans up after an error, such as a connection in an unknown state
 */
export function guarded<A extends readonly unknown[]>(
  log: Pick<Log, 'error'>,
  name: string,
  work: (...given: A) => void,
  failed?: (...given: A) => void,
): (...given: A) => void {
  return (...given) => {
    try {
      work(...given)
    } catch (error) {
      log.error('callback.failed', error, { callback: name })
      failed?.(...given)
    }
  }
}
