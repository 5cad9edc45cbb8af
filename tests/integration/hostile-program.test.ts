import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ConsoleClient, post } from '../support/console-client.ts'
import { ServerProgram } from '../support/run-program.ts'
import { callApi } from '../support/runtime-client.ts'
import { until } from '../support/until.ts'
import { RawConnection } from './raw-connection.ts'

/** The real program: its log under hostile input, and its end. */

const PASSWORD = 'the owner of this program'
const TIMEOUT = 120_000
const FOREVER = 4_102_243_200

let folder: string
const programs: ServerProgram[] = []
const connections: RawConnection[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-hostile-'))
})
afterEach(() => {
  for (const connection of connections.splice(0)) connection.close()
  for (const program of programs.splice(0)) program.child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

async function start() {
  const program = new ServerProgram(folder, [], { PULSEKEY_OWNER_PASSWORD: PASSWORD })
  programs.push(program)
  const addresses = await program.ready()
  const owner = await ConsoleClient.signIn(addresses.console, 'owner', PASSWORD)
  return { program, ...addresses, owner }
}

async function newApplication(owner: ConsoleClient): Promise<number> {
  const { app } = await owner.call('app_create', { name: 'Gold Grid' })
  await owner.call('app_update', { app, sign: false, window: 0, mt5: { enabled: true } })
  return app
}

async function open(url: string, ...parts: (string | Uint8Array)[]): Promise<RawConnection> {
  const connection = await RawConnection.open(url)
  connections.push(connection)
  await connection.write(...parts)
  return connection
}

/** A text that would end the line, begin a false entry, and colour a terminal. */
const FORGED = '\r\n{"level":"error","event":"forged"}\x1b[31m\u2028\u0085'

it('writes one JSON object a line, whatever callers send', { timeout: TIMEOUT }, async () => {
  const { program, public: url, console: console_, owner } = await start()
  const app = await newApplication(owner)
  const escaped = encodeURIComponent(FORGED)
  const head = `Host: x\r\nUser-Agent: \x1b[31mforged\x07\r\nX-Forwarded-For: \x1b]0;forged\x07\r\n`
  for (const line of [
    `GET /api.php?api=kmlogon&app=${app}&kami=${escaped}&markcode=${escaped}`,
    `GET /api.php?api=${escaped}&app=${escaped}`,
    `GET /ajax.php?act=query_km&card=${escaped}`,
    `GET /${escaped}`,
  ]) {
    const connection = await open(url, `${line} HTTP/1.1\r\n${head}\r\n`)
    expect((await connection.reply()).status).toBeLessThan(500)
  }
  const name = `owner${FORGED}`
  await post(console_, 'login', { name, password: 'wrong one' }, { 'user-agent': 'x\x1b[31m' }).catch(
    () => undefined,
  )
  const refused = await post(console_, 'login', { name: 'owner', password: FORGED }, {})
  expect(await refused.json()).toMatchObject({ code: 401 })
  await until(() => program.errors.includes('session.refused'), 'the line of the refused sign-in')
  expect(await program.stop()).toBe(0)
  const lines = program.errors.trimEnd().split('\n')
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ event: expect.any(String) as string })
  const controls = /[^\n\x20-\x7e\xa1-\u2027\u202a-\uffff]/
  expect(program.errors).not.toMatch(controls)
  expect(program.out).not.toMatch(controls)
  expect(program.errors).not.toContain('"forged"')
})

it(
  'ends once within 5 s after several signals, beside a slow body and a silent connection, and keeps the last pulse',
  { timeout: TIMEOUT },
  async () => {
    const { program, public: url, owner } = await start()
    const app = await newApplication(owner)
    const { id } = await owner.call('device_create', { app, account_key: '1@A', vip: FOREVER })
    await open(url)
    await open(url, `POST /api.php?api=ini&app=${app} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nx=1`)
    expect(await callApi(url, 'mt5pulse', app, { account_key: '1@A', equity: 4321 })).toMatchObject({
      telemetry_ok: 1,
    })
    const begun = performance.now()
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGTERM'] as const) program.child.kill(signal)
    expect(await program.ended).toBe(0)
    expect(performance.now() - begun).toBeLessThan(5000)
    for (const name of ['pulsekey.db-wal', 'telemetry.db-wal'])
      expect([name, existsSync(join(folder, name))]).toEqual([name, false])
    const again = await start()
    expect((await again.owner.call('device_get', { id })).telemetry).toMatchObject({ equity: 4321 })
    expect(await again.program.stop()).toBe(0)
  },
)
