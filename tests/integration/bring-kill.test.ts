import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ConsoleClient } from '../support/console-client.ts'
import { freePort } from '../support/free-port.ts'
import { writeDump } from '../support/original-dump.ts'
import { findServerProgram } from '../support/server-program.ts'
import { until } from '../support/until.ts'

const PASSWORD = 'correct horse battery'
const CODES = 2500
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
const record = () => client.call('bring_get', {})
const ended = () => until(async () => !['checking', 'running'].includes((await record()).state), 'the end')
const codesHere = async () =>
  (await client.call('code_list', { filter: { app: 10_001 }, size: 1, exact: true })).total

async function sendAndCheck(dump: string): Promise<void> {
  const data = Buffer.from(dump).toString('base64')
  await client.call('bring_piece', { name: 'old.sql', at: 0, data })
  await client.call('bring_check', { system: 'php' })
  await ended()
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-bring-kill-'))
  port = await freePort()
  await start()
})
afterAll(async () => {
  await kill()
  rmSync(folder, { recursive: true, force: true })
})

it('after a kill in the middle of an import, the same file continues it', async () => {
  const appkm = Array.from({ length: CODES }, (_, at) => ({ kami: `CODE-${at}`, note: `'note' ${at}` }))
  const dump = writeDump({ apps: [{ id: 10_001 }], appkm })
  await sendAndCheck(dump)
  await client.call('bring_start', {})
  // Steps of 500 codes: some are here, and not all.
  await until(async () => (await codesHere()) > 0, 'the first step')
  await kill()
  await start()
  const before = await codesHere()
  expect(before % 500).toBe(0)
  expect(existsSync(join(folder, 'bring-over.part'))).toBe(false)
  const after = await record()
  expect(after.state).toBe('empty')
  if (before < CODES) expect(after.unfinished).toMatchObject({ file: 'old.sql' })

  await sendAndCheck(dump)
  await client.call('bring_start', {})
  await ended()
  const { report, unfinished } = await record()
  expect(report!.tables.find(({ table }) => table === 'yixi_appkm')).toMatchObject({
    read: CODES,
    taken: CODES - before,
    same: before,
    left: 0,
  })
  expect(unfinished).toBeNull()
  expect(await codesHere()).toBe(CODES)
})
