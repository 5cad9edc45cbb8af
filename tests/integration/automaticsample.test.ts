import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rc4Second } from '../../src-server/wire/cipher/rc4.ts'
import { TestServer } from '../support/test-server.ts'
import { unzip } from '../support/unzip.ts'

const appkey = `App"]]Key*/'\\%01`
const rc4_key = `Rc4"Key*/\\01`
let server: TestServer
let folder: string
let plain: number
let sealed: number

beforeAll(async () => {
  // Clients use the machine's clock, so the server must too.
  server = await TestServer.start(Math.floor(Date.now() / 1000))
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-samples-'))
  const settings = { appkey, rc4_key, sign: true, version: `1.0"]]\n*/'` }
  plain = await server.application({ ...settings, window: 600 })
  sealed = await server.application({ ...settings, window: 600, encrypt: true, mi_type: 3 })
  // The request for a sample needs no signature here; the calls of the sample do.
  for (const app of [plain, sealed])
    await server.act('app_api_set', { app, api: 'automaticsample', on: true, sign: false })
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await server.end()
})

const now = () => String(server.clock.now())

function ask(app: number, params: Record<string, string>, method = 'GET'): Promise<Response> {
  const query = new URLSearchParams({
    api: 'automaticsample',
    app: String(app),
    ...params,
    t: now(),
  }).toString()
  return fetch(`${server.running.publicUrl}/api.php?${query}`, { method })
}

/** Unpacks a sample into a new folder. An encrypting application is asked in its own encryption. */
async function unpack(app: number, type: string): Promise<string> {
  const base = server.running.publicUrl
  const data = rc4Second.seal(`type=${type}&base=${base}&t=${now()}`, { rc4Key: rc4_key })
  const response = await ask(app, app === sealed ? { data } : { type, base })
  expect(response.headers.get('content-type')).toBe('application/zip')
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="pulsekey-${app}-${type === '易语言' ? 'epl' : type}.zip"`,
  )
  const into = join(folder, `${app}-${type}`)
  mkdirSync(into, { recursive: true })
  writeFileSync(join(into, 'sample.zip'), Buffer.from(await response.arrayBuffer()))
  execFileSync('python3', ['-m', 'zipfile', '-e', 'sample.zip', '.'], { cwd: into })
  return into
}

describe('samples run unchanged', () => {
  describe.each([
    ['plain', () => plain],
    ['RC4-2', () => sealed],
  ])('%s', (_, target) => {
    it.each([
      ['c', './sample', []],
      ['lua', 'lua5.4', ['sample.lua']],
    ])('%s: shows the licence, and the reason of a refusal', async (type, command, before) => {
      const app = target()
      const cwd = await unpack(app, type)
      if (type === 'c') {
        const files = ['sample.c', 'pulsekey.c', '-o', 'sample']
        execFileSync('gcc', ['-std=c99', '-Wall', '-Wextra', '-Werror', ...files], { cwd })
      }
      const kami = await server.code({ app, type: 'permanent' })
      const firstLine = async (code: string) => {
        const program = spawn(command, [...before, code, 'DEV 01=卡'], { cwd })
        const line = await createInterface(program.stdout)[Symbol.asyncIterator]().next()
        program.kill()
        return String(line.value)
      }
      expect(await firstLine(kami)).toBe('已授权，到期：永久')
      expect(await firstLine('NOSUCH')).toBe('卡密不存在 (149)')
    })
  })
})

describe('every type', () => {
  it.each([
    'andlua1',
    'andlua2',
    'lua',
    'c',
    '易语言',
    'epl',
    'mql5',
    'mql4',
    'python',
    'javascript',
    'php',
    'java',
  ])('%s is a zip', async (type) => {
    await unpack(plain, type)
  })
})

describe('the address in a kit', () => {
  /** The source of a Python kit. @param host the Host header of the request */
  async function kit(
    host: string | undefined,
    params: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<string> {
    const query = new URLSearchParams({
      api: 'automaticsample',
      app: String(plain),
      type: 'python',
      t: String(server.clock.now()),
      ...params,
    })
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request(
        `${server.running.publicUrl}/api.php?${query}`,
        { headers: { ...headers, ...(host !== undefined && { host }) } },
        resolve,
      )
        .on('error', reject)
        .end()
    })
    const zip = await buffer(response)
    expect(response.headers['content-type']).toBe('application/zip')
    return unzip(zip)
  }

  it("is the Host of the call, since only this machine reaches the server's own address", async () => {
    expect(await kit('licence.example:8080')).toContain('http://licence.example:8080')
    expect(await kit(undefined)).toContain(server.running.publicUrl)
  })

  it.each(['x"]]', "a'b", 'a b', 'a\\', '%0a', 'x'.repeat(300)])(
    'is never a Host such as %j',
    async (host) => {
      const text = await kit(host)
      expect(text).not.toContain(`//${host}`)
      expect(text).toContain(server.running.publicUrl)
    },
  )

  it("is the owner's public address if one is set, and a named Host before that", async () => {
    await server.act('settings_set', { site: { public_address: 'https://keys.example/yz' } })
    expect(await kit('licence.example')).toContain('https://keys.example/yz')
    expect(await server.act('me', {})).toMatchObject({ public_url: 'https://keys.example/yz' })
    expect(await kit('licence.example', { base: 'http://named.example' })).toContain('http://named.example')
    await server.close()
    await server.open()
    expect(await kit('licence.example')).toContain('https://keys.example/yz')
    await server.act('settings_set', { site: { public_address: '' } })
    expect(await kit('licence.example')).toContain('http://licence.example')
  })

  it('has the scheme that a trusted proxy reports', async () => {
    const ask = () => kit('licence.example', {}, { 'x-forwarded-proto': 'https' })
    const https = 'https://licence.example'
    expect(await ask()).not.toContain(https)
    await server.act('settings_set', {
      client_address: { source: 'x_forwarded_for', trusted: ['127.0.0.1'] },
    })
    expect(await ask()).toContain(https)
    await server.act('settings_set', { client_address: { source: 'socket', trusted: [] } })
  })

  it.each(['ftp://a', 'http://a"b', 'https://a/?b', 'localhost'])(
    "can't be set to %j by the owner",
    async (address) => {
      const reply = await (await server.owner()).try('settings_set', { site: { public_address: address } })
      expect(reply).toMatchObject({
        code: 422,
        fields: { 'site.public_address': expect.any(String) as string },
      })
    },
  )
})

describe('refusals are JSON', () => {
  it.each([
    ['no type', {}, 201, '示例类型不存在'],
    ['an unknown type', { type: 'pascal' }, 201, '示例类型不存在'],
    ['an invalid address', { type: 'lua', base: 'http://a"b' }, 201, '失败'],
    ['an address of another scheme', { type: 'lua', base: 'file:///etc/passwd' }, 201, '失败'],
  ])('%s: is refused', async (_, params, code, msg) => {
    expect(await (await ask(plain, params)).json()).toMatchObject({ code, msg })
  })

  it('refuses an encryption that the kits lack, while MQL kits need none', async () => {
    await server.act('app_update', { app: sealed, mi_type: 2 })
    const data = (type: string) => Buffer.from(`type=${type}&t=${now()}`).toString('base64')
    const refused = await (await ask(sealed, { data: data('lua') })).text()
    expect(JSON.parse(Buffer.from(refused, 'base64').toString())).toMatchObject({
      code: 201,
      msg: '示例不支持该加密方式',
    })
    expect((await ask(sealed, { data: data('mql5') })).headers.get('content-type')).toBe('application/zip')
  })

  it('refuses a POST and an application without the grant', async () => {
    expect(await (await ask(plain, { type: 'lua' }, 'POST')).json()).toMatchObject({ code: 141 })
    expect(await (await ask(await server.application(), { type: 'lua' })).json()).toMatchObject({ code: 172 })
  })
})
