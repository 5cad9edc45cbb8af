import { createServer } from 'node:net'
import { closeLoopback, openLoopback, portOf } from './loopback.ts'

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  await openLoopback(probe)
  const port = portOf(probe)
  await closeLoopback(probe)
  return port
}
