import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeCsv } from '../../host/csv.ts'
import { MisplacedQuote } from './misplaced-quote.ts'
import { readCsv } from './read-csv.ts'

describe('lines', () => {
  const rows = [
    ['a', 'b'],
    ['1', '2'],
    ['3', '4'],
  ]
  it.each([
    ['CR LF', 'a,b\r\n1,2\r\n3,4\r\n'],
    ['LF', 'a,b\n1,2\n3,4'],
    ['both alternately', 'a,b\r\n1,2\n3,"4"\r\n'],
    ['CR alone, as old Macs end them', 'a,b\r1,2\r3,4\r'],
    ['CR CR LF, as a program writes that translates twice', 'a,b\r\r\n1,"2"\r\r\n3,4\r\r\n'],
  ])('end with %s', (_, text) => {
    expect(readCsv(text)).toEqual(rows)
  })

  it('keep the line breaks inside quotation marks', () => {
    expect(readCsv('a,b\r\n"1\r\n2","3\n4"\r\n')).toEqual([
      ['a', 'b'],
      ['1\r\n2', '3\n4'],
    ])
  })

  it('may have fewer or more cells than the first', () => {
    expect(readCsv('a,b\n1\n1,2,3\n')).toEqual([['a', 'b'], ['1'], ['1', '2', '3']])
  })
})

describe('the separator', () => {
  it.each([
    ['inside quotation marks is text', '"a, b, c";d\n1;2', ['a, b, c', 'd']],
    ['is the one of the first row, whatever later rows have more of', 'a;b\n1,2,3,4;5', ['a', 'b']],
    ['is found behind a name of two lines', '"a\nb";c\n1;2', ['a\nb', 'c']],
    ['is a comma where the first row has one cell', 'a\n1;2', ['a']],
  ])('is found: %s', (_, text, header) => {
    expect(readCsv(text)[0]).toEqual(header)
  })
})

describe('cells', () => {
  it('keep characters that are special elsewhere', () => {
    expect(readCsv('a,a\n\0x,__proto__\n  1 ,\u2028\n5" pipe,x"y"z')).toEqual([
      ['a', 'a'],
      ['\0x', '__proto__'],
      ['  1 ', '\u2028'],
      ['5" pipe', 'x"y"z'],
    ])
  })

  it.each([
    ["'=1", '=1'],
    ["'\t1", '\t1'],
    ["' =1", ' =1'],
    ["'＝1", '＝1'],
    ["''=1", "''=1"],
    ["'plain", "'plain"],
    ["a'=1", "a'=1"],
  ])('lose the guard of an export: %j is %j', (text, without) => {
    expect(readCsv(`a\n${text}`)[1]).toEqual([without])
  })

  it('come back from a file as they were written', () => {
    // An apostrophe before a sign counts as the guard of an export; cells are trimmed before use.
    const text = fc
      .string({ unit: 'binary', maxLength: 8 })
      .filter((text) => !/^'\s*[=+\-@＝＋－＠]|^'[\t\r\n]|\r$/.test(text))
    const special = fc.string({
      unit: fc.constantFrom('"', ',', ';', '\t', '\n', ' ', '=', 'a', '卡'),
      maxLength: 8,
    })
    const row = fc.array(fc.oneof(text, special), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(fc.array(row, { maxLength: 8 }), (rows) => {
        const header = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
        const file = new TextDecoder('utf-8', { ignoreBOM: true }).decode(writeCsv(header, rows))
        const written = rows.map((row) => row.map((cell) => new TextDecoder().decode(Buffer.from(cell))))
        const filled = written.filter((row) => row.some((cell) => cell.trim() !== ''))
        expect(readCsv(file)).toEqual([header, ...filled])
      }),
    )
  })
})

describe('a misplaced quotation mark', () => {
  const lineOf = (text: string): number | undefined => {
    try {
      readCsv(text)
      return undefined
    } catch (error) {
      if (error instanceof MisplacedQuote) return error.line
      throw error
    }
  }
  it.each([
    ['text follows the quoted part', 'a,b\n1,2\n"VIP" customer,2\n3,4\n', 3],
    ['the cell never ends', 'a,b\n"open,2\n3,4\n', 2],
    ['the first cell never ends', '"', 1],
    ['behind a cell of two lines', 'a,b\r\n"1\r\n2",3\r\n4,"5" 6\r\n', 4],
    ['behind empty lines', 'a,b\n\n\n"1"2,3', 4],
    ['behind a byte order mark', '\uFEFFa,b\n"1"2,3', 2],
    ['where lines end with CR', 'a,b\r1,2\r"3"4,5\r', 3],
  ])('is reported with its line: %s', (_, text, line) => {
    expect(lineOf(text)).toBe(line)
  })

  it('is not reported where blanks follow the quoted cell', () => {
    expect(readCsv('a,b\n"x" ,"y" \n"1","2"')).toEqual([
      ['a', 'b'],
      ['x', 'y'],
      ['1', '2'],
    ])
  })
})

it.each([
  ['quotation marks', '"a'.repeat(500_000)],
  ['an open cell', `a,b\n"${'x,y\n'.repeat(1_200_000)}`],
])('a long run of %s is refused quickly', (_, text) => {
  expect(() => readCsv(text)).toThrow(MisplacedQuote)
})

it.each([
  ['5 MB of lines', 'a,"b ""c"" d"\r\n'.repeat(350_000), 350_000],
  ['5 MB of NUL', '\0'.repeat(5_000_000), 1],
  ['1 MB of commas', ','.repeat(1_000_000), 0],
])('%s are read', (_, text, rows) => {
  expect(readCsv(text).length).toBe(rows)
})
