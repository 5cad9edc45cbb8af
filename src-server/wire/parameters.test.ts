import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addBody, NOTHING_RECEIVED, parseQuery, WireLimitError } from './parameters.ts'
import { QueryMemory } from './query-memory.ts'

const bytes = (text: string) => Buffer.from(text)
const receive = (body: Uint8Array) => addBody(NOTHING_RECEIVED, body)
const parseBody = (body: Uint8Array) => receive(body).texts
const textsOf = (query: string) => parseQuery(query).texts

describe('parseQuery', () => {
  test('reads the text after ? as received', () => {
    expect([...textsOf('api=mt5logon&app=10001&account_key=123456%40XMGlobal-MT5+2')]).toEqual([
      ['api', 'mt5logon'],
      ['app', '10001'],
      ['account_key', '123456@XMGlobal-MT5 2'],
    ])
    expect(textsOf('').size).toBe(0)
  })
})

describe('a body', () => {
  test.each<[string, Uint8Array, string[]]>([
    ['nothing', new Uint8Array(), []],
    ['a form', bytes('a=1&b=2'), ['a', '1', 'b', '2']],
    ['a leading &', bytes('&a=1'), ['a', '1']],
    ['the NUL of StringToCharArray', bytes('a=1&b=ab\0'), ['a', '1', 'b', 'ab']],
    ['everything after a NUL', bytes('a=1\0&b=2'), ['a', '1']],
    ['a NUL first', bytes('\0a=1'), []],
    ['a BOM before a form', bytes('\ufeffa=1'), ['a', '1']],
    ['a BOM before JSON', bytes('\ufeff {"a":1}'), ['a', '1']],
    ['a BOM alone', bytes('\ufeff'), []],
    [
      'JSON',
      bytes('{"mt5_login":123456,"mt5_server":"XMGlobal-MT5 2"}'),
      ['mt5_login', '123456', 'mt5_server', 'XMGlobal-MT5 2'],
    ],
    ['JSON with a trailing NUL', bytes('{"a":"1"}\0'), ['a', '1']],
    ['JSON in UTF-8', bytes('{"a":"卡密"}'), ['a', '卡密']],
    [
      'JSON in GBK',
      Buffer.from('{"a":"\xbf\xa8\xc3\xdc","b":"\x81\x5c"}', 'latin1'),
      ['a', '卡密', 'b', '乗'],
    ],
    ['broken JSON is a form', bytes('{"a":1&b=2'), ['{"a":1', '', 'b', '2']],
    ['a form whose first name begins with a brace', bytes('{x}=1&b=2'), ['{x}', '1', 'b', '2']],
    ['a JSON array is a form', bytes('[1]'), ['[1]', '']],
    ['a form in raw GBK', Buffer.from('name=\xd5\xc5\xc8\xfd&t=1', 'latin1'), ['name', '张三', 't', '1']],
  ])('%s', (_, body, pairs) => {
    expect([...parseBody(body)].flat()).toEqual(pairs)
  })

  test.each<[string, Uint8Array, string, string]>([
    ['a form in UTF-8', bytes('a=卡'), '卡', 'e58da1'],
    ['a form in GBK', Buffer.from('613dbfa8', 'hex'), '卡', 'bfa8'],
    ['a form in neither', Buffer.from('613dbfff', 'hex'), '%BF%FF', 'bfff'],
    ['JSON in UTF-8', bytes('{"a":"卡"}'), '卡', 'e58da1'],
    ['JSON with escapes', bytes('{"a":"\\u5361\\ud83d\\ude00"}'), '卡😀', 'e58da1f09f9880'],
    ['JSON in GBK', Buffer.from('{"a":"\xbf\xa8"}', 'latin1'), '卡', 'bfa8'],
    [
      'JSON in GBK with a character outside GBK',
      Buffer.from('{"b":"\xbf\xa8","a":"\\u00f1"}', 'latin1'),
      'ñ',
      'c3b1',
    ],
    ['JSON in neither', Buffer.from('{"a":"\\u5361\xff"}', 'latin1'), '卡%FF', 'e58da1ff'],
    ['half a character in JSON', bytes('{"a":"\\ud83d"}'), '%ED%A0%BD', 'eda0bd'],
    ['the other half', bytes('{"a":"x\\ude00"}'), 'x%ED%B8%80', '78edb880'],
    ['U+FFFD', bytes('a=x\ufffd'), 'x%EF%BF%BD', '78efbfbd'],
  ])('keeps the bytes of %s beside their text', (_, body, text, hex) => {
    const received = receive(body)
    expect(received.texts.get('a')).toBe(text)
    expect(Buffer.from(received.bytes.get('a')!, 'latin1').toString('hex')).toBe(hex)
  })

  test('uses one map as bytes and texts where all is ASCII', () => {
    const query = parseQuery('api=x&key=1%40A+2%3D')
    for (const received of [query, addBody(query, bytes('a=5%2B')), addBody(query, bytes('{"a":"b"}'))])
      expect(received.texts).toBe(received.bytes)
  })

  test('reads a view into a larger buffer without changing it', () => {
    const around = bytes('x=0&a=1&b=2')
    expect([...parseBody(new Uint8Array(around.buffer, around.byteOffset + 4, 3))]).toEqual([['a', '1']])
    expect(around.toString()).toBe('x=0&a=1&b=2')
  })

  test('answers every body with pairs or its own limit error, never with a NUL or an empty name', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 600 }),
        fc.constantFrom('', '{', '\ufeff{"a":', '%'),
        (tail, head) => {
          let pairs: ReadonlyMap<string, string>
          try {
            pairs = parseBody(Buffer.concat([bytes(head), tail]))
          } catch (error) {
            expect(error).toBeInstanceOf(WireLimitError)
            return
          }
          for (const [name, value] of pairs) {
            expect(name).not.toBe('')
            expect(name + value).not.toContain('\0')
          }
        },
      ),
    )
  })

  test('refuses more than 200 parameters without naming one', () => {
    const form = Array.from({ length: 201 }, (_, at) => `secret${at}=1`).join('&')
    expect(() => parseBody(bytes(form))).toThrow(new WireLimitError('more than 200 parameters'))
  })
})

describe('a query and a body', () => {
  test.each([
    ['a form', 'kami=b&sign=s&t=2', 'b'],
    ['JSON', '{"kami":"b","sign":"s","t":2}', 'b'],
    ['a form in GBK', 'kami=\xbf\xa8&sign=s&t=2', '卡'],
  ])("%s: a name in both keeps the query's place and takes the body's value", (_, body, kami) => {
    const query = parseQuery('api=x&t=1&kami=q')
    expect([...addBody(query, Buffer.from(body, 'latin1')).texts]).toEqual([
      ['api', 'x'],
      ['t', '2'],
      ['kami', kami],
      ['sign', 's'],
    ])
    expect([...query.texts]).toEqual([
      ['api', 'x'],
      ['t', '1'],
      ['kami', 'q'],
    ])
  })

  test('counts the parameters of both together', () => {
    const many = (count: number, name: string) =>
      Array.from({ length: count }, (_, at) => `${name}${at}=`).join('&')
    const countOf = (query: string, body: string) => addBody(parseQuery(query), bytes(body)).texts.size
    expect(countOf(many(100, 'q'), many(100, 'b'))).toBe(200)
    expect(countOf(many(200, 'q'), many(200, 'q'))).toBe(200)
    expect(() => countOf(many(100, 'q'), many(101, 'b'))).toThrow(WireLimitError)
    expect(() =>
      countOf(many(100, 'q'), `{${many(101, '"b').replaceAll('=', '":1').replaceAll('&', ',')}}`),
    ).toThrow(WireLimitError)
  })
})

describe('QueryMemory', () => {
  test('a remembered query reads the same as a new one, however many others came between', () => {
    const memory = new QueryMemory()
    for (let round = 0; round < 2; round++) {
      for (let app = 0; app < 1500; app++) {
        const query = `api=kmlogon&app=${app}&note=%E5%8D%A1`
        for (let twice = 0; twice < 2; twice++) expect(memory.parse(query)).toEqual(parseQuery(query))
      }
    }
    const long = `api=kmlogon&kami=${'x'.repeat(100)}`
    expect(memory.parse(long)).toEqual(parseQuery(long))
    expect(() => memory.parse('a&'.repeat(201))).toThrow(WireLimitError)
  })
})
