import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ConsoleClient } from '../support/console-client.ts'
import { freePort } from '../support/free-port.ts'
import { findServerProgram } from '../support/server-program.ts'
import { until } from '../support/until.ts'

const PASSWORD = 'correct horse battery'
const PIECE = 5000
const PIECES = 3
/** Rows undone in one unit of work. */
const UNIT = 500
let folder: string
let port: number
let child: ChildProcess
let client: ConsoleClient

/** The server as a process of its own, with an owner who is signed in. */
async function start(): Promise<void> {
  const args = ['--data', folder, '--port', String(port), '--host', '127.0.0.1']
  child = spawn(process.execPath, [findServerProgram(), ...args], {
    env: { ...process.env, PULSEKEY_OWNER_PASSWORD: PASSWORD },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let printed = ''
  child.stdout?.on('data', (piece: Buffer) => (printed += piece.toString()))
  const url = await until(() => /ready .*console=(\S+)/.exec(printed)?.[1], 'the server')
  client = await ConsoleClient.signIn(url, 'owner', PASSWORD)
}
async function kill(): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
const record = async () => (await client.call('import_list', { kind: 'code' })).rows[0]!
const codesHere = async () => (await client.call('code_list', { size: 1, exact: true })).total

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-imports-kill-'))
  port = await freePort()
  await start()
})
afterAll(async () => {
  await kill()
  rmSync(folder, { recursive: true, force: true })
})

it('after a kill in the middle of an undo, the same undo continues it', async () => {
  const { app } = await client.call('app_create', { name: 'Kill' })
  let id: number | undefined
  for (let piece = 0; piece < PIECES; piece++) {
    const rows = Array.from({ length: PIECE }, (_, at) => ({
      kami: `CODE-${piece}-${at}`,
      type: 'permanent',
    }))
    const rest = id === undefined ? {} : { import: id }
    id = (await client.call('code_import', { app, rows, file: 'wrong.csv', ...rest })).import
  }
  const all = PIECE * PIECES
  expect(await record()).toMatchObject({ id, made: all })
  await client.call('import_undo', { id: id! })
  await until(async () => (await record()).removed > 0, 'the first removed codes')
  await kill()
  await start()

  const { removed, undone_at: undoneAt } = await record()
  expect(removed % UNIT).toBe(0)
  expect(await codesHere()).toBe(all - removed)
  if (undoneAt === null) {
    expect(await client.call('import_undo', { id: id!, dry_run: true })).toMatchObject({
      remove: all - removed,
      stay: 0,
    })
    await client.call('import_undo', { id: id! })
    await until(async () => (await record()).undone_at !== null, 'the end of the undo')
  }
  expect(await record()).toMatchObject({ made: all, removed: all })
  expect(await codesHere()).toBe(0)
})
