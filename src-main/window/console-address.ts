import type { ServerReady } from '../server-process/messages.ts'

/**
 * Where the window goes when the server is ready: the owner's set-up while there is no owner, else the console.
 *
 * @param place where the window was before, `#/live/5`, or nothing
 */
export function consoleAddress(ready: ServerReady, place: string): string {
  return ready.setupUrl ?? new URL(`/console/${place}`, ready.consoleUrl).href
}
