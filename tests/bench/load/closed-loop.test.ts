import type { Server } from 'node:http'
import { createServer } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { buildCalls } from './calls.ts'
import { startLoop } from './closed-loop.ts'

let server: Server | undefined

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** Answers every call, and counts connections and simultaneous calls. */
async function listen(answer: (serial: number) => string) {
  const seen = { calls: 0, connections: 0, atOnce: 0, mostAtOnce: 0 }
  const started = createServer((request, response) => {
    seen.atOnce += 1
    seen.mostAtOnce = Math.max(seen.mostAtOnce, seen.atOnce)
    const text = answer(seen.calls)
    seen.calls += 1
    request.resume().on('end', () => {
      setImmediate(() => {
        seen.atOnce -= 1
        response.writeHead(200, { 'Content-Length': text.length })
        response.end(text)
      })
    })
  })
  server = started
  started.on('connection', () => (seen.connections += 1))
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve))
  const address = started.address()
  if (address === null || typeof address !== 'object') throw new Error('not listening')
  return { seen, port: address.port }
}

const plan = { kind: 'mt5logon', way: 'POST', app: 1, accounts: 200, seed: 1 } as const

async function runOnce(port: number, keepAlive: boolean) {
  const calls = buildCalls(plan, 0, 'host', keepAlive)
  const target = { host: '127.0.0.1', port, keepAlive, connections: 8 }
  const loop = startLoop({ ...target, calls, expect: '{"code":200', repeat: false })
  await loop.finished
  return loop
}

test.each([
  { keepAlive: true, connections: 8 },
  { keepAlive: false, connections: 200 },
])('makes each call once, at most one a connection (keep-alive $keepAlive)', async (one) => {
  const { seen, port } = await listen(() => '{"code":200}')
  const loop = await runOnce(port, one.keepAlive)
  expect(seen).toMatchObject({ calls: 200, connections: one.connections })
  expect(seen.mostAtOnce).toBeLessThanOrEqual(8)
  expect(loop.answered()).toBe(200)
  expect(loop.latencies).toHaveLength(200)
})

test('counts unexpected answers', async () => {
  const { port } = await listen((serial) => (serial === 3 ? '{"code":404}' : '{"code":200}'))
  const loop = await runOnce(port, true)
  expect(loop.answered()).toBe(199)
  expect(Object.fromEntries(loop.failures)).toEqual({ 'answer {"code":404}': 1 })
})

test('answers calls on their way and sends no more while it drains', async () => {
  const { seen, port } = await listen(() => '{"code":200}')
  const calls = buildCalls(plan, 0, 'host', true)
  const target = { host: '127.0.0.1', port, keepAlive: true, connections: 8 }
  const loop = startLoop({ ...target, calls, expect: '{"code":200', repeat: true })
  while (loop.answered() < 500) await new Promise((resolve) => setImmediate(resolve))
  await loop.drain()
  expect(loop.answered()).toBe(seen.calls)
  expect(loop.failures.size).toBe(0)
})
