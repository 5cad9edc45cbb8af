import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Pair } from '../simulator/wire/signature.ts'
import { TestServer } from '../support/test-server.ts'
import { call, form, type Keys, makeKeys, noise, sealed, signed } from './wire-call.ts'

let server: TestServer

beforeAll(async () => {
  server = await TestServer.start()
})
afterAll(() => server.end())

const make = (change?: Parameters<typeof makeKeys>[1]) => makeKeys(server, change)
const now = () => String(server.clock.now())
const login = (keys: Keys & { kami: string }, t = now()): Pair[] => [
  ['kami', keys.kami],
  ['markcode', 'PC'],
  ['t', t],
]
const post = (keys: Keys, pairs: readonly Pair[], api = 'kmlogon') =>
  call(server, keys, `api=${api}&app=${keys.app}`, form(pairs))
const postSealed = (keys: Keys, pairs: readonly Pair[], outside: Pair[] = []) =>
  post(keys, [['data', sealed(keys, pairs)], ...outside])

describe('RC4-2', () => {
  it('takes data, signature, time, then the endpoint, and encrypts every answer', async () => {
    const keys = await make({ encrypt: true, mi_type: 3 })
    const pairs = login(keys)
    expect(await post(keys, [])).toMatchObject({ code: 107, msg: '数据为空', isSealed: true })
    expect(await post(keys, signed(keys, pairs))).toMatchObject({ code: 107 })
    expect(await post(keys, [['data', '']])).toMatchObject({ code: 107 })
    for (const data of ['zz', 'abc', sealed(keys, pairs).slice(0, -1), noise(keys)]) {
      expect(await post(keys, [['data', data]])).toMatchObject({
        code: 401,
        msg: '错误的数据',
        isSealed: true,
      })
    }
    expect(await postSealed(keys, pairs)).toMatchObject({ code: 104 })
    expect(await postSealed(keys, [...pairs, ['sign', 'x']])).toMatchObject({ code: 106 })
    expect(await postSealed(keys, signed(keys, pairs.slice(0, 2)))).toMatchObject({ code: 108 })
    expect(await postSealed(keys, signed(keys, login(keys, '1')))).toMatchObject({ code: 105 })
    expect(await postSealed(keys, signed(keys, [['t', now()]]))).toMatchObject({ code: 148 })
    expect(await postSealed(keys, signed(keys, pairs))).toMatchObject({
      code: 200,
      isSealed: true,
      msg: { kami: keys.kami },
    })
  })

  it('reads the signature inside first, then outside', async () => {
    const keys = await make({ encrypt: true, mi_type: 3 })
    const pairs = login(keys)
    const right = signed(keys, pairs).at(-1)!
    expect(await postSealed(keys, pairs, [right])).toMatchObject({ code: 200 })
    expect(await postSealed(keys, [...pairs, right], [['sign', 'wrong']])).toMatchObject({ code: 200 })
    expect(await postSealed(keys, [...pairs, ['sign', 'wrong']], [right])).toMatchObject({ code: 106 })
  })

  it('answers "no data" to unsigned garbage, and reads hex in capitals and with line breaks', async () => {
    const keys = await make({ encrypt: true, mi_type: 3, sign: false })
    expect(await post(keys, [['data', noise(keys)]])).toMatchObject({ code: 401 })
    const data = `${sealed(keys, login(keys)).toUpperCase()}\r\n`
    expect(await post(keys, [['data', data]])).toMatchObject({ code: 200 })
  })

  it('answers 300 parameters inside like 300 outside', async () => {
    const keys = await make({ encrypt: true, mi_type: 3 })
    const many = Array.from({ length: 300 }, (_, i): Pair => [`p${i}`, '1'])
    expect(await postSealed(keys, many)).toMatchObject({ code: 401 })
  })

  it('decodes URL-encoded text inside where the application says so', async () => {
    for (const data_urldecode of [true, false]) {
      const keys = await make({ encrypt: true, mi_type: 3, sign: false, window: 0, data_urldecode })
      const kami = keys.kami.replace(/^./, (first) => `%${first.charCodeAt(0).toString(16)}`)
      expect(
        await postSealed(keys, [
          ['kami', kami],
          ['markcode', 'PC'],
        ]),
      ).toMatchObject({ code: data_urldecode ? 200 : 149 })
    }
  })

  it('takes plain parameters for whitelisted endpoints, and answers ini and notice encrypted and mt5 plain', async () => {
    const keys = await make({ encrypt: true, mi_type: 3, mt5: { enabled: true } })
    for (const api of ['ini', 'notice'])
      expect(await post(keys, [], api)).toMatchObject({ code: 200, isSealed: true })
    for (const api of ['mt5logon', 'mt5pulse']) {
      expect(await post(keys, [['account_key', '1@A']], api)).toMatchObject({ code: 404, isSealed: false })
    }
  })

  it('is plain without encryption, whatever the mi_type', async () => {
    const keys = await make({ encrypt: false, mi_type: 3 })
    expect(await post(keys, signed(keys, login(keys)))).toMatchObject({ code: 200, isSealed: false })
    expect(await postSealed(keys, signed(keys, login(keys)))).toMatchObject({ code: 104, isSealed: false })
    expect(await post(keys, [], 'ini')).toMatchObject({ code: 200, isSealed: false })
  })
})
