import { createServer } from 'node:net'

/** Ports above the wished one that are tried before any free one is taken. */
const NEAR = 20
const LAST = 65_535

/** A port that nobody listens on at this moment. @param near the one that can't be had */
export async function findFreePort(near: number): Promise<number> {
  // Below 1024 a port is often the system's to give.
  const first = Math.max(near + 1, 1024)
  for (let port = first; port < first + NEAR && port <= LAST; port++) {
    if ((await tryPort(port)) !== undefined) return port
  }
  const any = await tryPort(0)
  if (any === undefined) throw new Error('no port is free')
  return any
}

/** @returns the port that could be opened; undefined where it can't */
function tryPort(port: number): Promise<number | undefined> {
  return new Promise((done) => {
    const server = createServer()
    server.once('error', () => {
      done(undefined)
    })
    server.listen({ port, host: '0.0.0.0', exclusive: true }, () => {
      const address = server.address()
      server.close(() => {
        done(typeof address === 'object' && address !== null ? address.port : undefined)
      })
    })
  })
}
