import { describe, expect, test } from 'vitest'
import { createRandom } from '../random.ts'
import { mixedDialect, plainDialect } from './dialect.ts'
import { dressRequest } from './request.ts'

const plain = plainDialect(createRandom(1, 'plain'))
const pairs = [
  ['account_key', '123456@XMGlobal-MT5 2'],
  ['symbol', 'XAUUSD+'],
  ['value', 'a&b'],
] as const
const dressed = (change: Partial<typeof plain>) =>
  dressRequest('mt5pulse', 10001, pairs, { ...plain, ...change })

describe('a dressed request', () => {
  test('is a form with everything encoded in the plain profile', () => {
    const request = dressed({})
    expect(request.path).toBe('/api.php?api=mt5pulse&app=10001')
    expect(request.body.toString()).toBe('account_key=123456%40XMGlobal-MT5%202&symbol=XAUUSD%2B&value=a%26b')
    expect(request.headers['User-Agent']).toMatch(/^MetaTrader 5 Terminal\/5\.\d{4} /)
    expect(request.headers['Content-Type']).toBe('application/x-www-form-urlencoded')
  })

  test('keeps spaces and + when joined by hand, and still has its pairs', () => {
    expect(dressed({ unescaped: true }).body.toString()).toBe(
      'account_key=123456@XMGlobal-MT5 2&symbol=XAUUSD+&value=a%26b',
    )
  })

  test('ends with one zero byte where the author left it', () => {
    const { body, headers } = dressed({ trailingNul: true })
    expect(body.at(-1)).toBe(0)
    expect(headers['Content-Length']).toBe(String(body.length))
  })

  test('goes into the address as GET, into an object as JSON', () => {
    const get = dressed({ body: 'get' })
    expect(get).toMatchObject({ method: 'GET', body: Buffer.alloc(0) })
    expect(get.path).toContain('&symbol=XAUUSD%2B')
    expect(JSON.parse(dressed({ body: 'json' }).body.toString())).toEqual(Object.fromEntries(pairs))
  })

  test('names no Content-Type when the dialect has none', () => {
    expect(dressed({ contentType: undefined }).headers).not.toHaveProperty('Content-Type')
  })

  test('has every habit somewhere in a mixed fleet', () => {
    const fleet = Array.from({ length: 200 }, (_, at) => mixedDialect(createRandom(7, `account ${at}`)))
    const share = (of: (one: (typeof fleet)[number]) => boolean) => fleet.filter(of).length / fleet.length
    expect(share((one) => one.keepAlive)).toBeLessThan(0.5)
    for (const habit of [
      share((one) => one.keepAlive),
      share((one) => one.trailingNul),
      share((one) => one.unescaped),
      share((one) => one.body === 'get'),
      share((one) => one.body === 'json'),
      share((one) => one.contentType === undefined),
      share((one) => one.identity === 'split'),
      share((one) => one.identity === 'markcode'),
    ]) {
      expect(habit).toBeGreaterThan(0)
    }
  })
})
