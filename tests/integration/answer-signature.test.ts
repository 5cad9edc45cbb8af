import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { coveredBytes, isSignedBy, keyIdOf, publicKeyOf, readSignature } from '../support/answer-signature.ts'
import type { ActionInput } from '../../src-server/contract/actions/index.ts'
import { TestServer } from '../support/test-server.ts'
import { RawConnection, type RawReply } from './raw-connection.ts'
import { form, makeKeys, noise, sealed, signed, type Keys } from './wire-call.ts'

const HEADER = 'x-pulsekey-signature'
let server: TestServer
beforeAll(async () => {
  server = await TestServer.start()
})
afterAll(() => server.end())

interface Signing extends Keys {
  readonly answer_key: string
  readonly kami: string
}

/** An application that signs its answers. */
async function signing(change: Omit<ActionInput<'app_update'>, 'app'> = {}): Promise<Signing> {
  const made = await makeKeys(server, { sign: false, window: 0, sign_answers: true, ...change })
  const { answer_key } = await server.act('app_get', { app: made.app })
  return { ...made, answer_key }
}

interface Answer {
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly header: string | undefined
}

/** Calls api.php, and reads the bytes as sent. */
function ask(
  query: string,
  body?: string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST'
    const url = `${server.running.publicUrl}/api.php?${query}`
    request(url, { method, headers, agent: false }, (response) => {
      buffer(response).then((bytes) => {
        const header = response.headers[HEADER]
        resolve({
          headers: response.headers,
          body: bytes,
          header: header === undefined ? header : String(header),
        })
      }, reject)
    })
      .on('error', reject)
      .end(body)
  })
}
const timeOf = ({ body }: Answer) => (JSON.parse(body.toString()) as { time: number }).time
const codeOf = ({ body }: Answer) => (JSON.parse(body.toString()) as { code: number }).code

/** Sends packets on a connection of its own, and reads the one answer. */
async function exchange(
  packets: readonly string[],
): Promise<RawReply & { readonly header: string | undefined }> {
  const raw = await RawConnection.open(server.running.publicUrl)
  for (const packet of packets) await raw.write(packet)
  const reply = await raw.reply()
  raw.close()
  return { ...reply, header: headerIn(reply) }
}
const headerIn = ({ head }: RawReply) => /X-Pulsekey-Signature: ([^\r]+)/.exec(head)?.[1]

describe('the signature of an answer', () => {
  it('covers time, value, api and body, by one key', async () => {
    const { app, answer_key } = await signing()
    const answer = await ask(`api=ini&app=${app}`, 'value=abc')
    expect(codeOf(answer)).toBe(200)
    const { time, signatures } = readSignature(answer.header)
    expect(time).toBe(server.clock.now())
    expect(timeOf(answer)).toBe(time)
    expect([...signatures.keys()]).toEqual([keyIdOf(answer_key)])
    const own = { value: 'abc', api: 'ini' }
    expect(isSignedBy(answer_key, answer.header, own, answer.body)).toBe(true)
    expect(isSignedBy(answer_key, answer.header, { ...own, value: 'abd' }, answer.body)).toBe(false)
    expect(isSignedBy(answer_key, answer.header, { ...own, api: 'notice' }, answer.body)).toBe(false)
    const later = answer.header?.replace(`t=${time}`, `t=${time + 1}`)
    expect(isSignedBy(answer_key, later, own, answer.body)).toBe(false)
    const changed = Buffer.from(answer.body)
    changed[10]! ^= 1
    expect(isSignedBy(answer_key, answer.header, own, changed)).toBe(false)
  })

  it('is valid to openssl', async () => {
    const { app, answer_key } = await signing()
    const answer = await ask(`api=notice&app=${app}`, 'value=openssl')
    const { time, signatures } = readSignature(answer.header)
    const folder = mkdtempSync(join(tmpdir(), 'pulsekey-openssl-'))
    const file = (name: string, content: string | Uint8Array) => {
      writeFileSync(join(folder, name), content)
      return join(folder, name)
    }
    const key = file('key.pem', publicKeyOf(answer_key).export({ type: 'spki', format: 'pem' }))
    const text = file('text', coveredBytes(time, { value: 'openssl', api: 'notice' }, answer.body))
    const signature = file('signature', signatures.get(keyIdOf(answer_key))!)
    const options = ['-verify', '-pubin', '-inkey', key, '-rawin', '-in', text, '-sigfile', signature]
    expect(execFileSync('openssl', ['pkeyutl', ...options]).toString()).toContain(
      'Signature Verified Successfully',
    )
    rmSync(folder, { recursive: true })
  })

  it('is readable by a page of any origin', async () => {
    const { app } = await signing()
    const { headers } = await ask(`api=ini&app=${app}`, '', { origin: 'https://shop.example' })
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(headers['access-control-expose-headers']).toBe('X-Pulsekey-Signature')
  })

  it('takes an absent value, and one of 0, as empty', async () => {
    const { app, answer_key } = await signing()
    for (const body of ['', 'value=0', 'value=']) {
      const answer = await ask(`api=ini&app=${app}`, body)
      expect(isSignedBy(answer_key, answer.header, { api: 'ini' }, answer.body)).toBe(true)
    }
    const { header, body } = await ask(`api=ini&app=${app}&value=fromquery`)
    expect(isSignedBy(answer_key, header, { value: 'fromquery', api: 'ini' }, body)).toBe(true)
  })

  it('takes the bytes of a value as received, in GBK too', async () => {
    const { app, answer_key } = await signing()
    const gbk = Buffer.from([0xc4, 0xe3, 0xba, 0xc3])
    const answer = await ask(`api=ini&app=${app}`, Buffer.concat([Buffer.from('value='), gbk]))
    expect(isSignedBy(answer_key, answer.header, { value: gbk, api: 'ini' }, answer.body)).toBe(true)
    const utf8 = await ask(`api=ini&app=${app}`, 'value=%E4%BD%A0')
    expect(isSignedBy(answer_key, utf8.header, { value: '你', api: 'ini' }, utf8.body)).toBe(true)
  })

  it('is absent where a line feed in value or api would let a caller choose the signed body', async () => {
    const { app, kami } = await signing()
    const body = encodeURIComponent('v\nkmlogon\n{"code":200,"msg":{}}')
    const forged = await ask(`api=kmlogon&app=${app}`, `kami=${kami}x&markcode=PC&value=${body}`)
    expect(codeOf(forged)).toBe(149)
    expect(forged.header).toBeUndefined()
    expect((await ask(`api=ini%0A%7B%7D&app=${app}`, 'value=v')).header).toBeUndefined()
    expect((await ask(`api=ini&app=${app}`, 'value=v%0D')).header).toBeDefined()
  })

  it('covers refusals: of the guards, of the endpoint, and of an unknown endpoint', async () => {
    const { app, answer_key } = await signing({ sign: true, window: 10 })
    for (const [api, body, code] of [
      ['kmlogon', 'value=v', 104],
      ['kmlogon', 'value=v&sign=x', 106],
      ['userreg', 'value=v', 104],
      ['nosuchapi', 'value=v', 400],
      ['', 'value=v', 400],
    ] as const) {
      const answer = await ask(`api=${api}&app=${app}`, body)
      expect(codeOf(answer)).toBe(code)
      expect(isSignedBy(answer_key, answer.header, { value: 'v', api }, answer.body)).toBe(true)
    }
    const withheld = await ask(`api=getrc4&app=${app}&value=v`)
    expect(codeOf(withheld)).toBe(172)
    expect(isSignedBy(answer_key, withheld.header, { value: 'v', api: 'getrc4' }, withheld.body)).toBe(true)
    await server.act('app_update', { app, state: 'n' })
    const closed = await ask(`api=ini&app=${app}`, 'value=v')
    expect(codeOf(closed)).toBe(102)
    expect(isSignedBy(answer_key, closed.header, { value: 'v', api: 'ini' }, closed.body)).toBe(true)
  })

  it('is absent from 100 and 101', async () => {
    for (const [query, code] of [
      ['api=ini', 100],
      ['api=ini&app=99999', 101],
    ] as const) {
      const answer = await ask(query, 'value=v')
      expect([codeOf(answer), answer.header]).toEqual([code, undefined])
      expect(answer.headers['access-control-expose-headers']).toBeUndefined()
    }
  })

  it('names an alias as it was called', async () => {
    const { app, answer_key } = await signing({ mt5: { enabled: true, auto_trial: true } })
    for (const api of ['mt5login', 'mt5logon', 'mt5pulse']) {
      const answer = await ask(`api=${api}&app=${app}`, 'account_key=7@Broker&equity=100&value=v')
      expect(codeOf(answer)).toBe(200)
      expect(isSignedBy(answer_key, answer.header, { value: 'v', api }, answer.body)).toBe(true)
    }
  })
})

describe('an encrypted answer', () => {
  const rsa_private_key = generateKeyPairSync('rsa', { modulusLength: 1024 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()

  it.each([1, 2, 3, 4, 10] as const)('is signed over the bytes as sent: mi_type %i', async (mi_type) => {
    const keys = await signing()
    await server.act('app_update', { app: keys.app, encrypt: true, mi_type, rsa_private_key })
    for (const api of ['ini', 'kmlogon']) {
      const answer = await ask(`api=${api}&app=${keys.app}`, 'value=v')
      expect(answer.body.toString()).not.toContain('{')
      expect(isSignedBy(keys.answer_key, answer.header, { value: 'v', api }, answer.body)).toBe(true)
    }
  })

  it('takes the value inside the decrypted text where there is none outside', async () => {
    const keys = await signing({ encrypt: true, mi_type: 3 })
    const { app, answer_key, kami } = keys
    const data = sealed(keys, [
      ['kami', kami],
      ['markcode', 'PC'],
      ['value', 'inner'],
    ])
    const answer = await ask(`api=kmlogon&app=${app}`, form([['data', data]]))
    expect(isSignedBy(answer_key, answer.header, { value: 'inner', api: 'kmlogon' }, answer.body)).toBe(true)
    const refused = await ask(`api=kmlogon&app=${app}`, form([['data', noise(keys)]]))
    expect(isSignedBy(answer_key, refused.header, { api: 'kmlogon' }, refused.body)).toBe(true)
  })
})

describe('an answer that is no JSON', () => {
  it('is signed: a script, and a download of a kit', async () => {
    const { app, answer_key } = await signing({ scripts: { ygg: 'return 1', sig: 'return 2' } })
    await server.act('app_api_set', { app, api: 'automaticsample', on: true })
    for (const api of ['sig', 'ygg', 'automaticsample']) {
      const answer = await ask(`api=${api}&app=${app}&type=python&value=v`)
      expect(answer.headers['content-type']).not.toContain('json')
      expect(readSignature(answer.header).time).toBe(server.clock.now())
      expect(isSignedBy(answer_key, answer.header, { value: 'v', api }, answer.body)).toBe(true)
    }
  })
})

describe('a compressed answer', () => {
  it('is signed before the compression, on both ways in', async () => {
    const { app, answer_key } = await signing({ app_gg: '公告，a notice. '.repeat(500) })
    const head = `POST /api.php?api=notice&app=${app} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\nContent-Length: 7\r\n\r\n`
    for (const packets of [[`${head}value=v`], [head, 'value=v']]) {
      const { header, bytes } = await exchange(packets)
      expect(isSignedBy(answer_key, header, { value: 'v', api: 'notice' }, gunzipSync(bytes))).toBe(true)
    }
  })
})

describe('the fast lane', () => {
  it('sends the head that node:http sends, with the signature in its place', async () => {
    const { app, answer_key } = await signing({ mt5: { enabled: true, auto_trial: true } })
    const body = 'account_key=7@Broker&equity=100&value=v'
    for (const connection of ['keep-alive', 'close']) {
      const head = `POST /api.php?api=mt5pulse&app=${app} HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\nContent-Length: ${body.length}\r\n\r\n`
      const heads: string[] = []
      for (const packets of [[head + body], [head, body]]) {
        const { head: answered, header, bytes } = await exchange(packets)
        expect(isSignedBy(answer_key, header, { value: 'v', api: 'mt5pulse' }, bytes)).toBe(true)
        heads.push(answered.replace(/\r\nDate: [^\r]+/, ''))
      }
      expect(heads[0]).toBe(heads[1])
    }
  })

  it('signs each answer of a connection by itself', async () => {
    const { app, answer_key } = await signing({ mt5: { enabled: true, auto_trial: true } })
    const raw = await RawConnection.open(server.running.publicUrl)
    for (const value of ['one', 'two', 'six']) {
      const body = `account_key=7@Broker&equity=100&value=${value}`
      await raw.write(
        `POST /api.php?api=mt5pulse&app=${app} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      )
      const reply = await raw.reply()
      expect(isSignedBy(answer_key, headerIn(reply), { value, api: 'mt5pulse' }, reply.bytes)).toBe(true)
    }
    raw.close()
  })
})

describe('a repeated call', () => {
  it('gets the stored answer under a signature of its own time and value, after a restart too', async () => {
    const keys = await signing({ sign: true, window: 10 })
    const pairs = signed(keys, [
      ['kami', keys.kami],
      ['markcode', 'PC'],
      ['t', String(server.clock.now())],
    ])
    const send = (value: string) => ask(`api=kmlogon&app=${keys.app}`, form([...pairs, ['value', value]]))
    for (const value of ['first', 'second', 'third']) {
      const answer = await send(value)
      expect(codeOf(answer)).toBe(200)
      expect(readSignature(answer.header).time).toBe(server.clock.now())
      expect(timeOf(answer)).toBe(server.clock.now())
      expect(isSignedBy(keys.answer_key, answer.header, { value, api: 'kmlogon' }, answer.body)).toBe(true)
      server.clock.pass(1)
      if (value === 'second') {
        await server.close()
        await server.open()
      }
    }
  })
})
