import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionInput } from '../../src-server/contract/actions/index.ts'
import { RUNTIME_APIS, type RuntimeApi } from '../../src-server/contract/records/capability.ts'
import { openHex } from '../simulator/wire/rc4.ts'
import { md5 } from '../simulator/wire/signature.ts'
import { readReply } from '../support/runtime-client.ts'
import { TestServer } from '../support/test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await TestServer.start()
})
afterAll(() => server.end())

type Change = Omit<ActionInput<'app_update'>, 'app'>

const create = async (change: Change = {}) => {
  const { app } = await server.act('app_create', { name: 'Gold Grid' })
  await server.act('app_update', { app, mt5: { enabled: true, auto_trial: true }, ...change })
  return app
}
const example = (app: number, api: RuntimeApi, change: Change = {}) =>
  server.act('app_example', { app, api, change })

/** Sends an example exactly as it is shown. */
async function send({ query, body }: { query: string; body: string }): Promise<string> {
  const response = await fetch(`${server.running.publicUrl}/api.php?${query}`, { method: 'POST', body })
  return response.text()
}

const rsa = generateKeyPairSync('rsa', {
  modulusLength: 1024,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
}).privateKey

describe('an example call', () => {
  it.each<[string, Change]>([
    ['plain and signed', {}],
    ['signed in sorted order', { sign_order: 'sorted' }],
    ['unsigned', { sign: false }],
    ['mi_type 1', { encrypt: true, mi_type: 1 }],
    ['mi_type 2', { encrypt: true, mi_type: 2 }],
    ['mi_type 3', { encrypt: true, mi_type: 3 }],
    ['mi_type 3, decoded inside', { encrypt: true, mi_type: 3, data_urldecode: true }],
    ['mi_type 4', { encrypt: true, mi_type: 4, rsa_private_key: rsa }],
    ['mi_type 4, OAEP', { encrypt: true, mi_type: 4, rsa_private_key: rsa, rsa_oaep: true }],
    ['mi_type 10', { encrypt: true, mi_type: 10 }],
  ])('%s: passes the guards of its application for every API', async (_, change) => {
    const app = await create(change)
    const { rows } = await server.act('app_capability_list', { app })
    for (const { api, on } of rows) {
      if (!on) continue
      // The same parameters in the same second have one signature, which is valid for one API only.
      server.clock.pass(1)
      await send(await example(app, api))
    }
    // No guard refuses the call: only the made-up codes and accounts are unknown.
    const { rows: calls } = await server.act('inspector_list', { app, limit: 200 })
    expect(calls.length).toBe(rows.filter(({ on }) => on).length)
    const refused = calls.filter((call) => call.refused !== null)
    expect(refused.map(({ api, refused: code }) => [api, code])).toEqual([])
  })

  it('shows the signed text and its MD5', async () => {
    const app = await create()
    const { appkey } = await server.act('app_get', { app })
    const { signed_text, sign, parameters, body } = await example(app, 'kmlogon')
    const t = String(server.clock.now())
    expect(signed_text).toBe(`kami=SAMPLE-CODE-0001&markcode=PC-0001&t=${t}&${appkey}`)
    expect(sign).toBe(md5(signed_text!))
    expect(parameters.map(({ name, signed }) => [name, signed])).toEqual([
      ['kami', true],
      ['markcode', true],
      ['t', true],
      ['sign', false],
    ])
    expect(new URLSearchParams(body).get('sign')).toBe(sign)
    const { check_text, reply_opened } = await example(app, 'kmlogon')
    expect((JSON.parse(reply_opened) as { check: string }).check).toBe(md5(check_text!))
  })

  it('follows unsaved settings and saves none', async () => {
    const app = await create()
    const before = await server.act('app_get', { app })
    const change = {
      encrypt: true,
      mi_type: 3,
      appkey: 'typed',
      rc4_key: 'typed-too',
      envelope: 'both',
    } as const
    const shown = await example(app, 'kmlogon', change)
    expect(shown.signed_text).toMatch(/&typed$/)
    expect(openHex('typed-too', new URLSearchParams(shown.body).get('data')!)).toBe(shown.sealed_text)
    expect(openHex('typed-too', shown.reply)).toBe(shown.reply_opened)
    expect(Object.keys(JSON.parse(shown.reply_opened) as object)).toEqual([
      'code',
      'msg',
      'data',
      'time',
      'check',
    ])
    expect(await server.act('app_get', { app })).toEqual(before)
  })

  it("reports when the settings can't encrypt", async () => {
    const app = await create()
    for (const rsa_private_key of ['', 'no key'])
      expect(await example(app, 'kmlogon', { encrypt: true, mi_type: 4, rsa_private_key })).toMatchObject({
        unspeakable: true,
      })
    expect(await example(app, 'mt5pulse', { encrypt: true, mi_type: 4 })).toMatchObject({
      unspeakable: false,
    })
  })

  it("follows an API's own signature switch", async () => {
    const app = await create()
    await server.act('app_api_set', { app, api: 'kmlogon', sign: false })
    expect(await example(app, 'kmlogon')).toMatchObject({ sign: null, signed_text: null })
    expect(await example(app, 'userlogon')).toMatchObject({ sign: expect.any(String) as string })
  })
})

describe('an example answer', () => {
  const shapeOf = (msg: unknown) => (Array.isArray(msg) ? msg.map(Object.keys) : Object.keys(msg as object))

  it('has the fields of the real answer', async () => {
    const app = await create({ sign: false, window: 0 })
    const kami = await server.code({ app, type: 'permanent' })
    await server.act('file_create', { app, url: 'https://example.com/a.zip' })
    await server.act('account_create', { app, user: 'someone', password: 'secret-1', qq: '1' })
    const answers: Partial<Record<RuntimeApi, Record<string, string>>> = {
      ini: {},
      notice: {},
      getfile: {},
      kmlogon: { kami, markcode: 'PC' },
      userlogon: { user: 'someone', password: 'secret-1' },
    }
    for (const [api, params] of Object.entries(answers) as [RuntimeApi, Record<string, string>][]) {
      const real = await server.api(api, app, params)
      expect(real.code, api).toBe(200)
      const shown = JSON.parse((await example(app, api)).reply_opened) as { msg: unknown }
      expect(shapeOf(shown.msg), api).toEqual(shapeOf(real.msg))
    }
    for (const api of ['mt5logon', 'mt5login', 'mt5pulse'] as const) {
      const real = await server.api(api, app, { account_key: '1@A' })
      const shown = await readReply(new Response((await example(app, api)).reply))
      expect(Object.keys(shown), api).toEqual(Object.keys(real))
    }
  })

  it('exists for every API that answers JSON', async () => {
    const app = await create()
    const texts = ['automaticsample', 'sig', 'ygg', 'yyzkmdenglu', 'violationsinfo']
    for (const api of RUNTIME_APIS)
      expect((await example(app, api)).reply === '', api).toBe(texts.includes(api))
  })
})
