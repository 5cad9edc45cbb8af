import { createServer, type Server } from 'node:net'
import { closeLoopback } from './loopback.ts'

/** The first port, and the number of pairs of ports from it on. A program that asks for any port gets one from 32768 on. */
const FIRST = 20_000
const PAIRS = 6_000

/**
 * A port that stays free until the caller opens it. A program that asks for any port doesn't get it. No other test gets it
 * either, because this process holds the port after it to the end.
 */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < PAIRS; tried++) {
    const port = FIRST + 2 * Math.floor(Math.random() * PAIRS)
    const claim = createServer()
    if (!(await opens(claim, port + 1))) continue
    claim.unref()
    const probe = createServer()
    if (await opens(probe, port)) {
      await closeLoopback(probe)
      return port
    }
    await closeLoopback(claim)
  }
  throw new Error(`every port from ${FIRST} on is in use`)
}

/** @returns whether nobody else has the port, at any address of this machine */
function opens(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    server.once('error', () => {
      resolve(false)
    })
    server.listen({ port, exclusive: true }, () => {
      resolve(true)
    })
  })
}
