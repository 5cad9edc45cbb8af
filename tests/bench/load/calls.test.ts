import { describe, expect, test } from 'vitest'
import { openHex } from '../../simulator/wire/rc4.ts'
import type { Pair } from '../../simulator/wire/signature.ts'
import { signPairs } from '../../simulator/wire/signature.ts'
import { buildCalls } from './calls.ts'
import type { CallPlan } from './protocol.ts'

function open(call: Buffer) {
  const [head = '', body = ''] = call.toString().split('\r\n\r\n')
  expect(head).toContain(`Content-Length: ${body.length}`)
  return { head, pairs: [...new URLSearchParams(body)] as Pair[] }
}

const kmlogon: CallPlan = {
  kind: 'kmlogon',
  way: 'POST',
  app: 10001,
  kamis: ['ONE', 'TWO', 'THREE'],
  guard: 'signed',
  appkey: 'AppKeyTest000001',
  rc4Key: 'Rc4KeyTest010001',
  rsaPublicKey: '',
  time: 1700000000,
  seed: 4,
}

describe('the prebuilt calls', () => {
  test('pulse once for every account, in an order that depends on the seed', () => {
    const keys = (seed: number) =>
      buildCalls({ kind: 'mt5pulse', way: 'POST', app: 7, accounts: 50, seed }, 9999, 'host', true).map(
        (call) => open(call).pairs[0]?.[1],
      )
    expect(new Set(keys(1)).size).toBe(50)
    expect(keys(1)).not.toEqual(keys(2))
    expect(keys(1)).toEqual(keys(1))
  })

  test('pulse for the accounts of a part only', () => {
    const plan = { kind: 'mt5pulse', way: 'POST', app: 7, accounts: 5, from: 40, seed: 1 } as const
    const keys = buildCalls(plan, 9999, 'host', true).map((call) => open(call).pairs[0]?.[1])
    expect(keys.toSorted()).toEqual([40, 41, 42, 43, 44].map((index) => `${60_000_000 + index}@Bench-MT5 2`))
  })

  test('carry a different signature each', () => {
    const calls = buildCalls(kmlogon, 30, 'host', true).map((call) => open(call).pairs)
    const signs = calls.map((pairs) => pairs.find(([name]) => name === 'sign')?.[1])
    expect(new Set(signs).size).toBe(30)
    for (const [at, pairs] of calls.entries()) expect(signPairs(pairs, kmlogon.appkey)).toBe(signs[at])
  })

  test('contain the same signed pairs when they are encrypted', () => {
    const [call] = buildCalls({ ...kmlogon, guard: 'rc4' }, 1, 'host', true)
    const { pairs } = open(call!)
    expect(pairs.map(([name]) => name)).toEqual(['data', 'value'])
    const inside = openHex(kmlogon.rc4Key, pairs[0]![1])
    expect(inside).toMatch(/^kami=ONE&markcode=BENCH-PC-0&t=1700000000&n=4-0&sign=[0-9a-f]{32}$/)
  })

  test('carry the same pairs by GET, in their address', () => {
    const [post] = buildCalls(kmlogon, 1, 'host', true)
    const [get] = buildCalls({ ...kmlogon, way: 'GET' }, 1, 'host', true)
    const [, query = ''] = /^GET \/api\.php\?(\S+) HTTP\/1\.1\r\n/.exec(get!.toString()) ?? []
    expect([...new URLSearchParams(query)].slice(2)).toEqual(open(post!).pairs)
    expect(get!.toString()).toMatch(/keep-alive\r\n\r\n$/)
  })

  test('ask for the end of their connection or for keep-alive', () => {
    for (const keepAlive of [true, false]) {
      const [call] = buildCalls(kmlogon, 1, 'host', keepAlive)
      expect(open(call!).head).toContain(`Connection: ${keepAlive ? 'keep-alive' : 'close'}`)
    }
  })
})
