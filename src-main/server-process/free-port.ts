import { createServer } from 'node:net'

import { guarded } from '../faults/guarded.ts'

/** The number of ports above the wanted one to try before taking any free port. */
const NEAR = 20
const LAST = 65_535

/** A port that is free at this moment. @param near the unavailable port */
export async function findFreePort(near: number): Promise<number> {
  // Ports below 1024 often need the system's permission.
  const first = Math.max(near + 1, 1024)
  for (let port = first; port < first + NEAR && port <= LAST; port++) {
    if ((await tryPort(port)) !== undefined) return port
  }
  const any = await tryPort(0)
  if (any === undefined) throw new Error('no port is free')
  return any
}

/** @returns the opened port, or undefined when it can't be opened */
function tryPort(port: number): Promise<number | undefined> {
  return new Promise((done) => {
    const server = createServer()
    server.once(
      'error',
      guarded('free port', () => {
        done(undefined)
      }),
    )
    server.listen({ port, host: '0.0.0.0', exclusive: true }, () => {
      const address = server.address()
      server.close(() => {
        done(typeof address === 'object' && address !== null ? address.port : undefined)
      })
    })
  })
}
