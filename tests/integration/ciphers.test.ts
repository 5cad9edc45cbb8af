import { constants, createDecipheriv, createHash, generateKeyPairSync, publicEncrypt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findCipher } from '../../src-server/wire/cipher/index.ts'
import { gbk, openReply } from '../conformance/support/wire-crypto.ts'
import { START, TestServer } from '../support/test-server.ts'

const appkey = 'AppKeyTest000001'
const rc4_key = 'Rc4KeyTest010001'
const SIZE = 256
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: SIZE * 8 })
const rsa_private_key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

const encodeUtf8 = (text: string): Uint8Array => Buffer.from(text)

let server: TestServer
beforeAll(async () => {
  server = await TestServer.start()
})
afterAll(() => server.end())

type MiType = 1 | 2 | 3 | 4 | 10
const application = (mi_type: MiType, change = {}) =>
  server.application({ appkey, rc4_key, mi_type, encrypt: true, sign: true, window: 10, ...change })

async function post(app: number, body: Record<string, string>): Promise<string> {
  const url = `${server.running.publicUrl}/api.php?api=kmlogon&app=${app}`
  return (await fetch(url, { method: 'POST', body: new URLSearchParams(body) })).text()
}

/** The text of a login, signed over the bytes that `encode` makes. */
function signed(kami: string, markcode: string, encode: (text: string) => Uint8Array = encodeUtf8): string {
  const text = `kami=${kami}&markcode=${markcode}&t=${START}&`
  return `${text}sign=${createHash('md5')
    .update(encode(text + appkey))
    .digest('hex')}`
}

function openAes(hex: string): unknown {
  const decipher = createDecipheriv('aes-128-cbc', 'yRc4KeyTest010gg', '0102030405060708')
  return JSON.parse(decipher.update(hex.trim(), 'hex', 'utf8') + decipher.final('utf8'))
}

describe.each<[MiType, (text: string) => Uint8Array]>([
  [1, gbk],
  [2, encodeUtf8],
  [3, encodeUtf8],
])('mi_type %d', (type, encode) => {
  const cipher = findCipher(type)!
  const keys = { rc4Key: rc4_key }
  const open = (reply: string) => openReply(type, rc4_key, reply)

  it('takes a signed login with a machine code beyond ASCII and encrypts the replies', async () => {
    const app = await application(type)
    const kami = await server.code({ app, type: 'permanent' })
    const reply = await post(app, { data: cipher.seal(signed(kami, '电脑-1', encode), keys) })
    expect(JSON.parse(open(reply))).toMatchObject({ code: 200 })
    const { rows } = await server.act('code_list', { filter: { app, kami } })
    expect(rows[0]).toMatchObject({ markcode: '电脑-1' })
    const refused = await post(app, { data: cipher.seal(signed('没有', 'PC', encode), keys) })
    expect(JSON.parse(open(refused))).toMatchObject({ code: 149, msg: '卡密不存在' })
  })

  it('answers 107 without data and 401 for bad data, both encrypted', async () => {
    const app = await application(type)
    expect(JSON.parse(open(await post(app, { kami: 'X' })))).toMatchObject({ code: 107 })
    expect(JSON.parse(open(await post(app, { data: '!' })))).toMatchObject({ code: 401 })
  })
})

it('mi_type 1 takes a signature over the UTF-8 of a GBK text', async () => {
  const app = await application(1)
  const reply = await post(app, { data: findCipher(1)!.seal(signed('卡', 'PC'), { rc4Key: rc4_key }) })
  expect(JSON.parse(openReply(1, rc4_key, reply))).toMatchObject({ code: 149 })
})

describe('mi_type 4', () => {
  const encrypt = (text: string, oaep = false) =>
    publicEncrypt(
      oaep
        ? { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
        : { key: publicKey, padding: constants.RSA_PKCS1_PADDING },
      Buffer.from(text),
    )

  it.each([
    ['base64, PKCS#1 v1.5', 'base64', false],
    ['hex, PKCS#1 v1.5', 'hex', false],
    ['base64, OAEP', 'base64', true],
  ] as const)('takes a signed login in %s', async (_, form, rsa_oaep) => {
    const app = await application(4, { rsa_private_key, rsa_oaep })
    const kami = await server.code({ app, type: 'permanent' })
    const reply = await post(app, { data: encrypt(signed(kami, 'PC'), rsa_oaep).toString(form) })
    expect(openAes(reply)).toMatchObject({ code: 200, msg: { kami, vip: '4102243200' } })
  })

  it('answers 401 to every request without a key', async () => {
    const app = await application(4, { rsa_private_key })
    // The console removes no key while it is needed, but data of version 0.1.0 may have no key.
    await server.store.write((unit) => unit.applications.update(app, { rsaPrivateKey: '' }), {
      durable: true,
    })
    await server.close()
    await server.open()
    expect(openAes(await post(app, { data: encrypt('kami=1').toString('base64') }))).toMatchObject({
      code: 401,
    })
  })

  it('gives the same bytes for bad padding, good padding around no text, and a missing end', async () => {
    const app = await application(4, { rsa_private_key })
    const block = (change: (bytes: Buffer) => void) => {
      // A fixed key, so that the replacement for bad padding is as fixed as the random part of this run
      // allows.
      const bytes = Buffer.alloc(SIZE, 0xff)
      bytes[0] = 0
      bytes[1] = 2
      bytes[20] = 0
      change(bytes)
      const sealed = publicEncrypt({ key: publicKey, padding: constants.RSA_NO_PADDING }, bytes)
      return post(app, { data: sealed.toString('base64') })
    }
    const expected = await block(() => undefined)
    expect(openAes(expected)).toMatchObject({ code: 401 })
    const variants: ((bytes: Buffer) => void)[] = [
      (bytes) => (bytes[1] = 1),
      (bytes) => (bytes[1] = 3),
      (bytes) => (bytes[0] = 1),
      (bytes) => (bytes[5] = 0),
      (bytes) => (bytes[20] = 1),
    ]
    let same = 0
    let asked = 0
    for (const change of variants) {
      for (let salt = 1; salt <= 12; salt++) {
        const answer = await block((bytes) => {
          bytes[12] = salt
          change(bytes)
        })
        asked++
        if (answer === expected) same++
        // A rare replacement is a short text: it goes on to the signature check, as any short text does.
        else expect(openAes(answer)).toMatchObject({ code: 104 })
      }
    }
    expect(same).toBeGreaterThan(asked * 0.8)
  })
})
