import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RSA_PRIVATE_KEY, sealRsa } from '../conformance/support/rsa-key.ts'
import { gbk, openReply, rc4 } from '../conformance/support/wire-crypto.ts'
import { TestServer } from '../support/test-server.ts'

const appkey = 'AppKeyTest000001'
const rc4_key = 'Rc4KeyTest010001'
const MODES = [0, 1, 2, 3, 4, 10] as const
type Mode = (typeof MODES)[number]
const utf8 = (text: string): Buffer => Buffer.from(text)

let server: TestServer
const apps = new Map<Mode, number>()

beforeAll(async () => {
  server = await TestServer.start()
  for (const mi_type of MODES) {
    const change = { appkey, rc4_key, mi_type, encrypt: mi_type !== 0, sign: true, window: 10 }
    apps.set(
      mi_type,
      await server.application({ ...change, free_mode: true, rsa_private_key: RSA_PRIVATE_KEY }),
    )
  }
})
afterAll(() => server.end())

type Sent = readonly (readonly [name: string, value: Uint8Array | string])[]
const bytesOf = (sent: Sent) =>
  Buffer.concat(sent.flatMap(([name, value]) => [utf8(`${name}=`), Buffer.from(value), utf8('&')]))
const signatureOf = (bytes: Uint8Array) =>
  createHash('md5')
    .update(Buffer.concat([bytes, utf8(appkey)]))
    .digest('hex')
const escape = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')

/** The content that a client puts into `data`. */
function seal(mode: Mode, inside: Buffer): string {
  if (mode === 2) return inside.toString('base64')
  if (mode === 4) return sealRsa(inside, 'pkcs1').toString('base64')
  return rc4(utf8(rc4_key), inside).toString('hex')
}

/** Sends pairs signed over the bytes of `signed`. */
async function send(mode: Mode, sent: Sent, signed: Uint8Array = bytesOf(sent), api = 'kmlogon') {
  const sign = signatureOf(signed)
  const body =
    mode === 0
      ? [...sent.map(([name, value]) => `${name}=${escape(Buffer.from(value))}`), `sign=${sign}`].join('&')
      : `data=${encodeURIComponent(seal(mode, Buffer.concat([bytesOf(sent), utf8(`sign=${sign}`)])))}`
  const url = `${server.running.publicUrl}/api.php?api=${api}&app=${apps.get(mode)}`
  const text = await (await fetch(url, { method: 'POST', body })).text()
  const json = mode === 0 ? text : openReply(mode, rc4_key, text)
  return JSON.parse(json) as { code: number; msg: Record<string, unknown> }
}

const t = () => String(server.clock.now())

describe('a signed call', () => {
  // Among them are characters whose GBK is UTF-8 as well (一联通).
  const word = fc.string({
    unit: fc.constantFrom(...Array.from('张三电脑一联通卡密PC-1 .')),
    minLength: 1,
    maxLength: 8,
  })
  // A code or a machine code of blanks counts as missing.
  const name = word.map((text) => `卡${text}`)
  const charset = fc.constantFrom<[string, (text: string) => Buffer]>(['GBK', gbk], ['UTF-8', utf8])

  it.each(MODES)('of a GBK or UTF-8 client is accepted in mode %d, whatever it declares', async (mode) => {
    await fc.assert(
      fc.asyncProperty(name, name, word, charset, async (kami, markcode, extra, [, encode]) => {
        const sent: Sent = [
          ['kami', encode(kami)],
          ['markcode', encode(markcode)],
          ['extra', encode(extra)],
          ['t', t()],
        ]
        server.clock.pass(1)
        expect(await send(mode, sent)).toMatchObject({ code: 200 })
      }),
      { numRuns: mode === 4 ? 15 : 40 },
    )
  })

  it.each(MODES)('in GBK, hashed over the UTF-8 of its text, is accepted in mode %d', async (mode) => {
    const sent = (encode: (text: string) => Buffer): Sent => [
      ['kami', encode('卡密46')],
      ['markcode', encode('张三-PC')],
      ['t', t()],
    ]
    expect(await send(mode, sent(gbk), bytesOf(sent(utf8)))).toMatchObject({ code: 200 })
  })

  it.each(MODES)('with bytes of no character set is accepted over these bytes in mode %d', async (mode) => {
    const sent: Sent = [
      ['kami', 'K'],
      ['half', Buffer.from('d5c5c8', 'hex')],
      ['gbk', gbk('张三')],
      ['utf8', '张三'],
      ['markcode', Buffer.from('ff2d5043', 'hex')],
      ['t', t()],
    ]
    expect(await send(mode, sent)).toMatchObject({ code: 200 })
    expect(await send(mode, sent, Buffer.concat([bytesOf(sent), utf8('x')]))).toMatchObject({ code: 106 })
  })

  it.each(MODES)('carries the bytes of value into the check in mode %d', async (mode) => {
    const sent: Sent = [
      ['kami', 'K'],
      ['markcode', 'PC'],
      ['t', t()],
    ]
    for (const value of [gbk('张三'), utf8('张三'), Buffer.of(0xff)]) {
      server.clock.pass(1)
      const inside: Sent = [...sent.slice(0, 2), ['t', t()], ['value', value]]
      const { check, time } = (await send(mode, inside, bytesOf(inside.slice(0, -1)))) as unknown as {
        check: string
        time: number
      }
      const expected = createHash('md5').update(Buffer.concat([utf8(`${time}${appkey}`), value]))
      expect(check).toBe(expected.digest('hex'))
    }
  })
})

describe('names that PHP changes', () => {
  const plain = 'kami=K&markcode=PC&'
  it.each<[string, Mode, Sent, (time: string) => string]>([
    ['a dot, as it came', 0, [['a.b', '1']], (time) => `${plain}a.b=1&t=${time}&`],
    ['a dot, as PHP has it', 0, [['a.b', '1']], (time) => `${plain}a_b=1&t=${time}&`],
    ['a number inside data, as it came', 3, [['7', '1']], (time) => `${plain}7=1&t=${time}&`],
    ['a number inside data, as PHP counts it', 3, [['7', '1']], (time) => `${plain}0=1&t=${time}&`],
  ])('%s: is signed under either name', async (_, mode, extra, text) => {
    server.clock.pass(1)
    const time = t()
    const sent: Sent = [['kami', 'K'], ['markcode', 'PC'], ...extra, ['t', time]]
    expect(await send(mode, sent, utf8(text(time)))).toMatchObject({ code: 200 })
  })

  it.each([
    ['signed with', 'x=&'],
    ['signed without', ''],
  ])('a part without = inside data, %s it', async (_, part) => {
    server.clock.pass(1)
    const signed = `kami=K&markcode=PC&${part}t=${t()}&`
    const inside = utf8(`kami=K&markcode=PC&x&t=${t()}&sign=${signatureOf(utf8(signed))}`)
    const url = `${server.running.publicUrl}/api.php?api=kmlogon&app=${apps.get(3)}&data=${seal(3, inside)}`
    expect(JSON.parse(openReply(3, rc4_key, await (await fetch(url)).text()))).toMatchObject({ code: 200 })
  })
})

describe('identities', () => {
  const MACHINES = [
    ...[
      'ff',
      'fe',
      'd5c5c8',
      'd5c5c9',
      'e5bca0e4b8',
      'e5bca0e4b9',
      'efbfbd',
      'efbfbdefbfbd',
      'eda0bd',
      'eda0be',
    ],
    ...['%FF', '%FF%', '%25FF', '%ff', '%EF%BF%BD', '%D5%C5%C8', '张%E4%B8', '?', '锟斤拷'].map((text) =>
      utf8(text).toString('hex'),
    ),
  ].map((hex) => Buffer.from(hex, 'hex'))

  async function logIn(app: number, kami: string, machine: Uint8Array): Promise<number> {
    const query = `api=kmlogon&app=${app}&kami=${escape(utf8(kami))}&markcode=${escape(machine)}`
    const response = await fetch(`${server.running.publicUrl}/api.php?${query}`)
    return ((await response.json()) as { code: number }).code
  }

  it('a code that is bound to one machine refuses every other, and the list shows no lost character', async () => {
    const app = await server.application()
    for (const machine of MACHINES) {
      const kami = await server.code({ app, type: 'permanent' })
      const codes = [await logIn(app, kami, machine)]
      for (const other of MACHINES) codes.push(await logIn(app, kami, other))
      expect(codes).toEqual([200, ...MACHINES.map((other) => (other === machine ? 200 : 150))])
    }
    const { rows } = await server.act('code_list', { filter: { app }, size: 100 })
    expect(new Set(rows.map(({ markcode }) => markcode)).size).toBe(MACHINES.length)
    for (const { markcode } of rows) {
      expect(markcode).not.toContain('\ufffd')
      expect(markcode.isWellFormed()).toBe(true)
    }
  })

  it('one text in GBK and in UTF-8 is one machine', async () => {
    const app = await server.application()
    const kami = await server.code({ app, type: 'permanent' })
    expect(await logIn(app, kami, gbk('张三-PC'))).toBe(200)
    expect(await logIn(app, kami, utf8('张三-PC'))).toBe(200)
    expect(await logIn(app, kami, utf8('张四-PC'))).toBe(150)
  })

  it('a machine is the same beside any other parameters', async () => {
    const app = await server.application()
    const kami = await server.code({ app, type: 'permanent' })
    const call = async (other: Uint8Array) => {
      const query = `api=kmlogon&app=${app}&kami=${kami}&markcode=${escape(gbk('一'))}&note=${escape(other)}`
      return (await fetch(`${server.running.publicUrl}/api.php?${query}`)).json() as Promise<unknown>
    }
    for (const other of [utf8('x'), gbk('卡密'), utf8('卡密'), Buffer.of(0xff)])
      expect(await call(other)).toMatchObject({ code: 200 })
  })

  it('trading accounts keep their bytes apart too', async () => {
    // Some of these names look alike, so they get no trials of their own.
    const app = await server.application({ free_mode: true })
    const servers = [Buffer.of(0x42, 0xff), utf8('B%FF'), Buffer.of(0x42, 0xfe), gbk('经纪商'), utf8('B?')]
    for (const name of servers) {
      const query = `api=mt5logon&app=${app}&mt5_login=71&mt5_server=${escape(name)}`
      expect(await (await fetch(`${server.running.publicUrl}/api.php?${query}`)).json()).toMatchObject({
        code: 200,
      })
    }
    const { rows } = await server.act('device_list', { filter: { app } })
    expect(rows.map(({ account_key }) => account_key).sort()).toEqual(
      ['71@B%FF', '71@B%FF%', '71@B%FE', '71@经纪商', '71@B?'].sort(),
    )
  })

  it('JSON with half a character keeps the halves apart', async () => {
    const app = await server.application()
    const kami = await server.code({ app, type: 'permanent' })
    const post = async (markcode: string) => {
      const body = `{"kami":"${kami}","markcode":"${markcode}"}`
      const url = `${server.running.publicUrl}/api.php?api=kmlogon&app=${app}`
      return (await fetch(url, { method: 'POST', body })).json() as Promise<unknown>
    }
    expect(await post('\\ud83d')).toMatchObject({ code: 200 })
    expect(await post('\\ud83e')).toMatchObject({ code: 150 })
    expect(await post('\\ud83d')).toMatchObject({ code: 200 })
  })
})

describe('an application with a set character set', () => {
  it.each([0, 1, 2, 3] as const)("reads its programs' texts in it, in mode %d", async (mode) => {
    const change = {
      appkey,
      rc4_key,
      mi_type: mode,
      encrypt: mode !== 0,
      sign: true,
      charset: 'big5',
    } as const
    const app = await server.application(change)
    const kami = await server.code({ app, type: 'permanent' })
    const before = apps.get(mode)!
    apps.set(mode, app)
    const name = Buffer.from('b169a4542d5043', 'hex')
    const logIn = (markcode: Uint8Array) => {
      server.clock.pass(1)
      return send(mode, [
        ['kami', kami],
        ['markcode', markcode],
        ['t', t()],
      ])
    }
    expect(await logIn(name)).toMatchObject({ code: 200 })
    expect(await logIn(utf8('張三-PC'))).toMatchObject({ code: 200 })
    expect(await logIn(gbk('张三-PC'))).toMatchObject({ code: 150 })
    const { rows } = await server.act('code_list', { filter: { app, kami } })
    expect(rows).toMatchObject([{ markcode: '張三-PC' }])
    apps.set(mode, before)
  })
})
