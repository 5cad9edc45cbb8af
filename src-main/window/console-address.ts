import type { ShownConsole } from '../source/console-source.ts'

/**
 * The address that a window loads when its server is ready: the owner's set-up while there is no owner, else
 * the console.
 * @param screen the console screen, such as `#/live/5`, or an empty text
 */
export function consoleAddress(ready: ShownConsole, screen: string): string {
  return ready.setupUrl ?? new URL(`/console/${screen}`, ready.consoleUrl).href
}

/** Console screens that several parts of the desktop open, as parts of its address. */
export const RISKS = '#/risk'
/** The small board. */
export const BOARD = '#/mini'
/** The screens ask before they pause or close anything. */
export const PAUSE_ALL = '#/pause-all'
export const CLOSE_ALL = '#/close-all'
