import { rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cryptoRandom } from '../../src-server/entry/adapters/system.ts'
import { ConsolePort } from '../../src-server/entry/console-port.ts'
import { TestServer } from '../support/test-server.ts'

let server: TestServer
let holder: Server | undefined

beforeEach(async () => {
  server = await TestServer.start()
  await server.close()
})
afterEach(async () => {
  await server.end()
  holder?.close()
  holder = undefined
})

/** Starts without a port on the command line, or with one. @returns the console's address */
async function start(port?: number): Promise<string> {
  const kept = new ConsolePort(server.folder, cryptoRandom, server.log)
  await server.open({ consoleListener: { host: '127.0.0.1', port: port ?? kept, sockets: 1 } })
  return server.running.consoleUrl
}

const portOf = (address: string) => Number(new URL(address).port)

/** Another program takes the port. */
async function take(address: string): Promise<void> {
  const other = createServer()
  holder = other
  await new Promise<void>((done) => {
    other.listen({ host: '127.0.0.1', port: portOf(address) }, done)
  })
}

it('is the same after a restart', async () => {
  const first = await start()
  // Outside of the ports that a system gives to outgoing connections.
  expect(portOf(first)).toBeGreaterThanOrEqual(20_000)
  expect(portOf(first)).toBeLessThan(30_000)
  await server.close()
  expect(await start()).toBe(first)
})

it('moves when another program has it, and keeps the new one', async () => {
  const first = await start()
  await server.close()
  await take(first)
  const moved = await start()
  expect(moved).not.toBe(first)
  await server.close()
  holder?.close()
  expect(await start()).toBe(moved)
})

it('is exactly the one of the command line, which is not kept', async () => {
  const first = await start()
  await server.close()
  expect(await start(0)).not.toBe(first)
  await server.close()
  await take(first)
  await expect(start(portOf(first))).rejects.toThrow(/for the console is taken.*--console-port/)
  holder?.close()
  expect(await start()).toBe(first)
})

it('is another one when its file can not be read', async () => {
  await start()
  await server.close()
  rmSync(join(server.folder, 'console-port.json'))
  expect(portOf(await start())).toBeGreaterThan(0)
})
