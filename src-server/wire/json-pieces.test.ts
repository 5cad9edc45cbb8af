import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { INPUT_SIZES, MAX_INPUT_DEPTH, type InputLimits } from '../contract/input-sizes.ts'
import { JsonPieces } from './json-pieces.ts'

const WIDE: InputLimits = { bytes: 1e8, values: 1e6, piece: 1e6 }

/** @returns undefined over a limit of bytes, and 'no JSON' for other text and for too many levels or values */
function read(text: string | Uint8Array, limits = WIDE, cut = 65_536): unknown {
  const pieces = new JsonPieces(limits)
  const bytes = Buffer.from(text)
  try {
    for (let at = 0; at < bytes.length; at += cut)
      if (!pieces.write(bytes.subarray(at, at + cut))) return undefined
    return pieces.end()
  } catch {
    return 'no JSON'
  }
}
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return 'no JSON'
  }
}
const rows = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ kami: `K${i}`, note: '],[{"\\é😀', list: [i, [i]] }))

describe('an input in pieces', () => {
  it('is what JSON.parse makes of it, however it is cut', () => {
    const value = fc.jsonValue({ maxDepth: 4 })
    const input = fc.oneof(fc.dictionary(fc.string(), value), value)
    fc.assert(
      fc.property(input, fc.integer({ min: 1, max: 50 }), fc.constantFrom(undefined, 1), (json, cut, gap) => {
        const text = JSON.stringify(json, null, gap)
        expect(read(text, WIDE, cut)).toEqual(parse(text))
      }),
    )
  })

  it('is refused where JSON.parse refuses it', () => {
    const text = JSON.stringify({ a: [1, { b: [2] }], c: 'x', d: [[], {}] })
    const change = fc.tuple(
      fc.nat(text.length),
      fc.nat(3),
      fc.constantFrom('', '[', ']', '{', '}', ',', '"', ':', '1'),
    )
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        let broken = text
        for (const [at, away, put] of changes) broken = broken.slice(0, at) + put + broken.slice(at + away)
        expect(read(broken)).toEqual(parse(broken))
      }),
      { numRuns: 2000 },
    )
  })

  it.each([1, 7, 1000, 65_536])('holds long lists, cut every %d bytes', (cut) => {
    const input = { app: 1, rows: rows(cut < 7 ? 900 : 3000), ids: [], dry_run: true }
    expect(read(JSON.stringify(input), WIDE, cut)).toEqual(input)
  })

  it.each([
    ['a comma at the end of a long list', (list: string) => `{"rows":[${list},]}`],
    ['a comma at the start', (list: string) => `{"rows":[${' '.repeat(20_000)},${list}]}`],
    ['two commas', (list: string) => `{"rows":[${list},${' '.repeat(20_000)},${list}]}`],
    ['a list without an end', (list: string) => `{"rows":[${list}`],
    ['a list that ends as an object', (list: string) => `{"rows":[${list}}}`],
    ['a second end', (list: string) => `{"rows":[${list}]]}`],
    ['a byte order mark inside', (list: string) => `{"rows":[${list},\uFEFF1]}`],
  ])('is refused with %s', (_, write) => {
    const list = JSON.stringify(rows(500)).slice(1, -1)
    expect(read(write(list))).toBe('no JSON')
  })

  it('takes the last of two members with one name, and no prototype', () => {
    expect(read('{"rows":[1],"rows":[2,3]}')).toEqual({ rows: [2, 3] })
    const input = read('{"__proto__":[1]}')
    expect(Object.getPrototypeOf(input)).toBe(Object.prototype)
    expect(Object.keys(input as object)).toEqual(['__proto__'])
  })

  it('is empty without a byte, and drops a byte order mark at its start', () => {
    expect(read('')).toEqual({})
    expect(read('\uFEFF{"a":1}')).toEqual({ a: 1 })
  })

  it.each<[string, string | Uint8Array]>([
    ['half a surrogate pair in a list', '{"rows":["\\ud83d"]}'],
    ['half a surrogate pair elsewhere', '{"a":"\\ud83d"}'],
    ['bytes that are no UTF-8', Uint8Array.of(0x22, 0xff, 0x22)],
  ])('is no JSON with %s', (_, text) => {
    expect(read(text)).toBe('no JSON')
  })
})

describe('an input over a limit', () => {
  const LARGE = INPUT_SIZES.import
  const fill = (start: string, part: string) =>
    start + part.repeat(Math.floor((LARGE.bytes - start.length) / part.length))

  it.each<[string, string]>([
    ['nested arrays', fill('{"name":', '[')],
    ['nested objects', fill('{"name":', '{"a":')],
    ['empty arrays', fill('{"name":[', '[],')],
    ['empty objects', fill('{"rows":[', '{},')],
    ['numbers', fill('{"rows":[', '1,')],
  ])('is refused at its first levels or values: %s', (_, text) => {
    expect(read(text, LARGE)).toBe('no JSON')
  })

  it.each<[string, string]>([
    ['members', fill('{"a":1', ',"b":2')],
    ['one long text', fill('{"name":"', 'x')],
    ['one long text in a list', fill('{"rows":["', 'x')],
    ['one more byte', `{"rows":[${' '.repeat(LARGE.bytes)}]}`],
  ])('is refused before it is parsed: %s', (_, text) => {
    expect(read(text, LARGE)).toBeUndefined()
  })

  it('is refused at the level over the limit', () => {
    const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
    expect(read(nested(MAX_INPUT_DEPTH))).toEqual(parse(nested(MAX_INPUT_DEPTH)))
    expect(read(nested(MAX_INPUT_DEPTH + 1))).toBe('no JSON')
  })
})
