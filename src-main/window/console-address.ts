import type { ShownConsole } from '../source/console-source.ts'

/**
 * Where a window goes when its server is ready: the owner's set-up while there is no owner, else the console.
 *
 * @param screen the one to show, `#/live/5`, or nothing
 */
export function consoleAddress(ready: ShownConsole, screen: string): string {
  return ready.setupUrl ?? new URL(`/console/${screen}`, ready.consoleUrl).href
}
