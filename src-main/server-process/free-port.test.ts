import { createServer, type AddressInfo, type Server } from 'node:net'

import { afterEach, expect, it } from 'vitest'

import { findFreePort } from './free-port.ts'

const servers: Server[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise((done) => server.close(done))))
})

async function listen(port: number): Promise<number> {
  const server = createServer()
  servers.push(server)
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen(port, '0.0.0.0', done)
  })
  return (server.address() as AddressInfo).port
}

it('can be opened, and is near the unavailable port', async () => {
  const taken = await listen(0)
  const free = await findFreePort(taken)
  expect(free).not.toBe(taken)
  await expect(listen(free)).resolves.toBe(free)
})

it('is never below 1024', async () => {
  expect(await findFreePort(80)).toBeGreaterThanOrEqual(1024)
})

it('is any free port when none above is free', async () => {
  const free = await findFreePort(65_535)
  await expect(listen(free)).resolves.toBe(free)
})
