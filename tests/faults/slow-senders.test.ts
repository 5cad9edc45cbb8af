import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RawConnection, type RawReply } from '../integration/raw-connection.ts'
import { ServerProgram } from '../support/run-program.ts'
import { until } from '../support/until.ts'

/** Connections that say little or nothing, against the real program with its real time limits. */

/** The program's limit for each address. */
const PER_ADDRESS = 50
const SILENT = 1000
/** Limits of 10 s for a head and 20 s for a request, checked every two seconds, on a machine that may be busy. */
const CUT_OFF_MS = 60_000
const START_MS = 120_000

let folder: string
let program: ServerProgram
let loopback: string
let port: number

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-slow-'))
  program = new ServerProgram(folder, ['--host', '0.0.0.0'], { PULSEKEY_OWNER_PASSWORD: 'a patient owner' })
  loopback = (await program.ready()).public
  port = Number(new URL(loopback).port)
}, START_MS)
afterAll(async () => {
  expect(await program.stop()).toBe(0)
  rmSync(folder, { recursive: true, force: true })
})

/** 100 is the answer to a call without an application. */
const ask = async (host = '127.0.0.1') =>
  (await (await fetch(`http://${host}:${port}/api.php`)).json()) as { code: number }

/** An address of this machine that isn't loopback, because loopback has no limit. */
function outsideAddress(): string {
  const found = Object.values(networkInterfaces())
    .flat()
    .find((one) => one !== undefined && !one.internal && one.family === 'IPv4')
  if (found === undefined)
    throw new Error(
      'This test needs an IPv4 address besides loopback. On Linux, as root: ip address add 198.51.100.1/32 dev lo',
    )
  return found.address
}

const POST = 'POST /api.php HTTP/1.1\r\nHost: x\r\n'

describe('a slow sender', () => {
  test.concurrent.for([
    ['nothing', '', ''],
    ['a head, byte by byte', 'GET /api.php HTTP/1.1\r\nHost: x\r\nX: ', 'x'],
    ['a body, byte by byte', `${POST}Content-Length: 900\r\n\r\n`, 'x'],
    ['a chunk, byte by byte', `${POST}Transfer-Encoding: chunked\r\n\r\n900\r\n`, 'x'],
  ] as const)('gets 408 within its limit and delays nobody: %s', async ([, start, more], { expect }) => {
    const connection = await RawConnection.open(loopback)
    if (start !== '') await connection.write(start)
    const others: Promise<{ code: number }>[] = []
    const drip = setInterval(() => {
      if (more !== '') void connection.write(more)
      others.push(ask())
    }, 500)
    try {
      expect(await firstReply(connection)).toMatchObject({ status: 408 })
    } finally {
      clearInterval(drip)
    }
    await connection.closed()
    expect(others.length).toBeGreaterThan(10)
    for (const other of await Promise.all(others)) expect(other).toMatchObject({ code: 100 })
  })
})

/** The connection waits 15 s for a reply, which is less than the limit of a body. */
async function firstReply(connection: RawConnection): Promise<RawReply> {
  const end = performance.now() + CUT_OFF_MS
  for (;;) {
    try {
      return await connection.reply()
    } catch (error) {
      if (performance.now() > end) throw error
    }
  }
}

test(`of ${SILENT} silent connections of one address ${PER_ADDRESS} stay, and others are served`, async () => {
  const host = outsideAddress()
  const sockets: Socket[] = []
  let closed = 0
  for (let at = 0; at < SILENT; at++) {
    const socket = connect({ host, port, localAddress: host })
    socket.on('close', () => closed++).on('error', () => undefined)
    sockets.push(socket)
  }
  await until(() => closed >= SILENT - PER_ADDRESS, 'the end of the surplus connections')
  expect(await ask()).toMatchObject({ code: 100 })
  // Each answer came after all connections were accepted, so no other one is closed.
  expect(closed).toBe(SILENT - PER_ADDRESS)
  await expect(ask(host)).rejects.toThrow()
  for (const socket of sockets) socket.destroy()
  await until(async () => (await ask(host).catch(() => undefined))?.code === 100, 'room for the address')
})
