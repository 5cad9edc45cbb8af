import { describe, expect, test } from 'vitest'
import { splitPairs } from './encrypted-parameters.ts'
import { parseQuery } from './parameters.ts'
import { readAsPhp } from './php-reading.ts'

const join = (pairs: Iterable<readonly [string, string]> | undefined) =>
  pairs && Array.from(pairs, ([name, value]) => `${name}=${value}`).join('&')

describe('readAsPhp', () => {
  // By PHP's parse_str.
  test.each<[string, string, string | undefined]>([
    ['nothing that PHP reads differently', 'kami=1&t=2&x', undefined],
    ['a dot', 'a.b=1&t=2', 'a_b=1&t=2'],
    ['a blank', 'a+b.c=1', 'a_b_c=1'],
    ['blanks before a name', '++a=1', 'a=1'],
    ['a name that is there already', 'a_b=1&t=2&a.b=3', 'a_b=3&t=2'],
    ['text after a bracket', 'a.b[c.d]=1', 'a_b[c.d]=1'],
  ])('a query with %s', (_, query, read) => {
    expect(join(readAsPhp(parseQuery(query)))).toBe(read)
  })

  test.each<[string, string, string | undefined]>([
    ['nothing that PHP reads differently', 'kami=1&a.b=2', undefined],
    ['a part without =', 'kami=1&x&t=2', 'kami=1&t=2'],
    ['a part without = whose name had a value', 'x=1&t=2&x', 'x=1&t=2'],
    ['a number for a name', 'b=1&7=2&3=4', 'b=1&0=2&1=4'],
    ['the number that PHP would give it', '0=2&b=1', undefined],
    ['a name that is no number for PHP', '01=1&1.0=2&+1=3', undefined],
    ['both', '5=1&x', '0=1'],
  ])('the inside of data with %s', (_, inside, read) => {
    expect(join(readAsPhp(splitPairs(Buffer.from(inside), 'utf8', false)!))).toBe(read)
  })

  test('URL-decoded data is read as a form', () => {
    expect(join(readAsPhp(splitPairs(Buffer.from('a.b=1&x'), 'utf8', true)!))).toBe('a_b=1&x=')
  })
})
