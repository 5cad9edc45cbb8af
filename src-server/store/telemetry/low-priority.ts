import { platform, setPriority } from 'node:os'

/** The nice value: slightly lower priority than the event loop. */
const PRIORITY = 5

/**
 * Lowers the priority of this thread. No pulse waits for a telemetry thread, so the event loop has priority when processors
 * are scarce. Linux only: elsewhere the call would change the whole process.
 */
export function lowerPriority(): void {
  if (platform() === 'linux') setPriority(PRIORITY)
}
