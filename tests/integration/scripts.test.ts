import { createDecipheriv, createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeHex } from '../../src-server/wire/hex.ts'
import { rc4 } from '../../src-server/wire/rc4.ts'
import { TestServer } from '../support/test-server.ts'

let server: TestServer
let app: number
const appkey = 'AppKeyTest000001'
const rc4_key = 'Rc4KeyTest010001'

beforeAll(async () => {
  server = await TestServer.start()
  // The calls are whitelisted: they need no signature, no encryption and no time.
  app = await server.application({ appkey, rc4_key, sign: true, window: 10, mi_type: 3, encrypt: true })
})
afterAll(() => server.end())

async function fetchText(api: string, at = app, method = 'GET') {
  const response = await fetch(`${server.running.publicUrl}/api.php?api=${api}&app=${at}`, { method })
  return { type: response.headers.get('content-type'), text: await response.text() }
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

function openRc4(hex: string, key: string): string {
  return Buffer.from(rc4(Buffer.from(key), decodeHex(hex)!)).toString()
}

function openAes(hex: string): string {
  const decipher = createDecipheriv('aes-128-cbc', 'yRc4KeyTest010gg', '0102030405060708')
  return decipher.update(hex, 'hex', 'utf8') + decipher.final('utf8')
}

describe('sig', () => {
  const open = (hex: string, at = app) => openRc4(hex, md5(`${appkey}${at}`))

  it("gives the application's script as lower-case hex of RC4 under md5hex(appkey + app)", async () => {
    await server.act('app_update', { app, scripts: { sig: 'print("签名")' } })
    const { type, text } = await fetchText('sig')
    expect(type).toContain('text/plain')
    expect(text).toMatch(/^[0-9a-f]+$/)
    expect(open(text)).toBe('print("签名")')
    expect((await fetchText('sig', app, 'POST')).text).toBe(text)
  })

  it('gives a script with a check code, which is neither appkey nor key, when the application has none', async () => {
    await server.act('app_update', { app, scripts: { sig: '' } })
    const script = open((await fetchText('sig')).text)
    expect(script).toMatch(/^local code = "[0-9a-f]{32}"$/m)
    expect(script).not.toContain(appkey)
    expect(script).not.toContain(md5(`${appkey}${app}`))
  })
})

describe('ygg', () => {
  it("gives the application's cloud script under AES", async () => {
    await server.act('app_update', { app, scripts: { ygg: 'return "云"' } })
    expect(openAes((await fetchText('ygg')).text)).toBe('return "云"')
  })

  it('gives a default script when the application has none', async () => {
    await server.act('app_update', { app, scripts: { ygg: '' }, version: '2.1' })
    const script = openAes((await fetchText('ygg')).text)
    expect(script).toContain(`app = ${app}`)
    expect(script).toContain('version = "2.1"')
  })
})

describe('yyzkmdenglu', () => {
  it('signs samples under the appkey with sorted keys, and never with a success', async () => {
    const json = JSON.parse(openRc4((await fetchText('yyzkmdenglu')).text, appkey)) as Record<string, string>
    expect(Object.keys(json)).toEqual([
      '登录验证',
      '卡密ID',
      '创建时间',
      '到期时间',
      '卡密类型',
      '卡密值',
      '识别码',
    ])
    expect(json['登录验证']).toBe('示例')
    for (const value of Object.values(json)) expect(typeof value).toBe('string')
  })
})

describe.each(['sig', 'ygg', 'yyzkmdenglu'])('%s: refusals are JSON', (api) => {
  it('refuses no application, an unknown one and a closed one', async () => {
    expect(JSON.parse((await fetchText(api, 0)).text)).toMatchObject({ code: 100 })
    expect(JSON.parse((await fetchText(api, 99_999)).text)).toMatchObject({ code: 101 })
    const closed = await server.application({ state: 'n' })
    expect(JSON.parse((await fetchText(api, closed)).text)).toMatchObject({ code: 102 })
  })

  it('refuses another method', async () => {
    const plain = await server.application()
    expect(JSON.parse((await fetchText(api, plain, 'PUT')).text)).toMatchObject({ code: 141 })
  })
})

describe('mi_type 10', () => {
  it("takes a login in RC4-2 with the third party's names", async () => {
    const third = await server.application({ rc4_key, mi_type: 10, encrypt: true })
    const kami = await server.code({ app: third, type: 'permanent' })
    const data = Buffer.from(rc4(Buffer.from(rc4_key), Buffer.from(`kami=${kami}&markcode=PC`))).toString(
      'hex',
    )
    const { text } = await fetchText(`kmlogon&data=${data}`, third)
    expect(JSON.parse(openRc4(text, rc4_key))).toMatchObject({
      code: 200,
      msg: { 卡密值: kami, 到期时间: '4102243200', debug: 0 },
    })
  })
})
