import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../support/test-server.ts'
import { compile, output, requireTools } from './toolchain.ts'

/** Programs like those in the field log in to a live server: they share no code with it. */

const here = import.meta.dirname
const GRANTED = '200 200 4102243200 ok'
const REFUSED = '200 149 - ok'
const KAMI = '卡密-Code46'
const pair = generateKeyPairSync('rsa', {
  modulusLength: 1024,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

let server: TestServer
let folder: string
let publicKey: string
let port: string

beforeAll(async () => {
  requireTools('gcc', 'lua5.4', 'python3', 'php', 'curl', 'openssl')
  server = await TestServer.start()
  port = new URL(server.running.publicUrl).port
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-clients-'))
  publicKey = join(folder, 'public.pem')
  writeFileSync(publicKey, pair.publicKey)
  await compile(join(here, 'c/licence.c'), join(folder, 'licence'))
  await compile(join(here, 'c/terminal.c'), join(folder, 'terminal'))
}, 120_000)
afterAll(async () => {
  await server.end()
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

/** An application in a mode, with one code. @returns the arguments of every client, except the code */
async function application(
  mi_type: 0 | 1 | 2 | 3 | 4,
  kami: string,
): Promise<[string, string, string, string, string]> {
  const { app, appkey, rc4_key } = await server.act('app_create', { name: 'Client' })
  await server.act('app_update', { app, mi_type, encrypt: mi_type !== 0, rsa_private_key: pair.privateKey })
  await server.act('code_import', { app, rows: [{ kami, type: 'permanent' }] })
  return [port, String(app), appkey, rc4_key, String(mi_type)]
}

const CLIENTS = [
  {
    name: 'C',
    command: () => join(folder, 'licence'),
    file: undefined,
    modes: [0, 1, 2, 3],
    kami: 'CARD-46',
  },
  { name: 'Lua', command: () => 'lua5.4', file: 'lua/licence.lua', modes: [0, 2, 3], kami: 'CARD-46' },
  { name: 'Python', command: () => 'python3', file: 'python/licence.py', modes: [0, 1, 2, 3, 4], kami: KAMI },
  { name: 'PHP', command: () => 'php', file: 'php/licence.php', modes: [0, 2, 3], kami: KAMI },
] as const

describe.each(CLIENTS)('$name', ({ command, file, modes, kami }) => {
  it.each(modes)('logs in with mi_type %d, and reports a refusal', async (mode) => {
    const settings = await application(mode, kami)
    const t = String(server.clock.now())
    const run = (code: string) =>
      output(command(), [
        ...(file === undefined ? [] : [join(here, file)]),
        ...settings,
        code,
        'DEV-01',
        t,
        ...(mode === 4 ? [publicKey] : []),
      ])
    expect(await run(kami)).toBe(GRANTED)
    expect(await run('NONE')).toBe(REFUSED)
  })
})

describe('an MT5 terminal, in C', () => {
  it('logs in, pulses, and closes all once', async () => {
    const { app, appkey } = await server.act('app_create', { name: 'Terminal' })
    await server.act('app_update', { app, encrypt: true, mi_type: 3, mt5: { enabled: true } })
    const account_key = '123456@XMGlobal-MT5 2'
    const { id } = await server.act('device_create', { app, account_key, vip: 4_102_243_200 })
    await server.act('device_control', { ids: [id], close_all: true })
    expect(
      (await output(join(folder, 'terminal'), [port, String(app), appkey, account_key])).split('\n'),
    ).toEqual([
      'mt5logon 200 ok',
      'mt5pulse 200 close_all=1 telemetry_ok=1',
      'mt5pulse 200 close_all=0 telemetry_ok=1',
    ])
    const { telemetry } = await server.act('device_get', { id })
    expect(telemetry).toMatchObject({ equity: 1000.5, dd: null, positions: 2, symbol: 'XAUUSD+' })
  })
})
