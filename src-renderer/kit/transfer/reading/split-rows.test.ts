import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeCsv } from '../../../host/csv.ts'
import { MOST_ROWS, UnreadableFile } from './file-rows.ts'
import { splitRows, type Separator } from './split-rows.ts'

const cellsOf = (text: string, separator?: Separator) =>
  splitRows(text, separator).rows.map(({ cells }) => cells)
const linesOf = (text: string) => splitRows(text).rows.map(({ line }) => line)

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
    expect(cellsOf(text)).toEqual(rows)
  })

  it('keep the line breaks inside quotation marks', () => {
    expect(cellsOf('a,b\r\n"1\r\n2","3\n4"\r\n')).toEqual([
      ['a', 'b'],
      ['1\r\n2', '3\n4'],
    ])
  })

  it('may have fewer or more cells than the first', () => {
    expect(cellsOf('a,b\n1\n1,2,3\n')).toEqual([['a', 'b'], ['1'], ['1', '2', '3']])
  })

  it.each([
    ['empty lines and a cell of two lines', 'kami,note\n\nLN-1,"two\nlines"\n\nLN-2,x\n', [1, 3, 6]],
    ['CR LF', 'kami,note\r\n\r\nLN-1,"two\r\nlines"\r\n\r\nLN-2,x\r\n', [1, 3, 6]],
    ['CR', 'kami,note\r\rLN-1,"two\rlines"\r\rLN-2,x\r', [1, 3, 6]],
    ['a line for Excel', 'sep=;\nkami;note\n\nLN-1;x', [2, 4]],
    ['a plain list', 'A----1\n\nB----2\n', [1, 3]],
  ])('have the numbers of the file: %s', (_, text, lines) => {
    expect(linesOf(text)).toEqual(lines)
  })

  it('have the numbers of an editor, whatever the cells hold', () => {
    const cell = fc.string({ unit: fc.constantFrom('"', ',', '\n', 'a', '卡', ' '), maxLength: 6 })
    const row = fc.array(cell, { minLength: 2, maxLength: 4 })
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 8 }), (rows) => {
        const quoted = rows.map((cells) => cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(','))
        const starts = quoted.map(
          (_, at) => quoted.slice(0, at).join('\n').split('\n').length + (at > 0 ? 1 : 0),
        )
        const filled = starts.filter((_, at) => rows[at]!.some((text) => text.trim() !== ''))
        expect(splitRows(quoted.join('\n'), ',').rows.map(({ line }) => line)).toEqual(filled)
      }),
    )
  })
})

describe('the separator', () => {
  it.each([
    ['inside quotation marks is text', '"a, b, c";d\n1;2', ';', ['a, b, c', 'd']],
    ['is the one of the first row, whatever later rows have more of', 'a;b\n1,2,3,4;5', ';', ['a', 'b']],
    ['is found behind a name of two lines', '"a\nb";c\n1;2', ';', ['a\nb', 'c']],
    ['is a comma where the first row has one cell', 'a\n1;2', ',', ['a']],
    ['is a tab', 'a\tb\n1\t2', '\t', ['a', 'b']],
    ['is a bar', 'a|b\n1|2', '|', ['a', 'b']],
    ['is four dashes', 'CARD-1----30天\nCARD-2----永久', '----', ['CARD-1', '30天']],
    ['is named by the first line', 'sep=;\na;b,c', ';', ['a', 'b,c']],
    ['is named by the first line with CR', 'SEP=|\ra|b,c', '|', ['a', 'b,c']],
  ])('%s', (_, text, separator, header) => {
    const split = splitRows(text)
    expect(split.separator).toBe(separator)
    expect(split.rows[0]?.cells).toEqual(header)
  })

  it('may be chosen, and none makes each line one cell, quotation marks included', () => {
    expect(cellsOf('a;b,c\n"1;2', '')).toEqual([['a;b,c'], ['"1;2']])
    expect(cellsOf('a;b,c', ',')).toEqual([['a;b', 'c']])
  })
})

describe('cells', () => {
  it('keep characters that are special elsewhere', () => {
    expect(cellsOf('a,a\n\0x,__proto__\n  1 ,\u2028\n5" pipe,x"y"z')).toEqual([
      ['a', 'a'],
      ['\0x', '__proto__'],
      ['  1 ', '\u2028'],
      ['5" pipe', 'x"y"z'],
    ])
  })

  it('come back from a file as they were written, if they are more than blanks', () => {
    const text = fc.string({ unit: 'binary', maxLength: 8 }).filter((text) => !text.endsWith('\r'))
    const special = fc.string({
      unit: fc.constantFrom('"', ',', ';', '\t', '\n', ' ', '=', "'", '0', '1', 'E', '+', '-', '/', '卡'),
      maxLength: 8,
    })
    const row = fc.array(fc.oneof(text, special), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(fc.array(row, { maxLength: 8 }), (rows) => {
        const header = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
        const file = new TextDecoder().decode(writeCsv(header, rows))
        const written = rows.map((row) =>
          row.map((cell) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.from(cell))),
        )
        const filled = written.filter((row) => row.some((cell) => cell.trim() !== ''))
        expect(cellsOf(file, ',')).toEqual([header, ...filled])
      }),
    )
  })
})

describe('a misplaced quotation mark', () => {
  const lineOf = (text: string): number | undefined => {
    try {
      splitRows(text)
      return undefined
    } catch (error) {
      if (error instanceof UnreadableFile) return error.what
      throw error
    }
  }
  it.each([
    ['text follows the quoted part', 'a,b\n1,2\n"VIP" customer,2\n3,4\n', 3],
    ['the cell never ends', 'a,b\n"open,2\n3,4\n', 2],
    ['the first cell never ends', '"', 1],
    ['behind a cell of two lines', 'a,b\r\n"1\r\n2",3\r\n4,"5" 6\r\n', 4],
    ['behind empty lines', 'a,b\n\n\n"1"2,3', 4],
    ['where lines end with CR', 'a,b\r1,2\r"3"4,5\r', 3],
    ['behind a line for Excel', 'sep=,\na,b\n"1"2,3', 3],
  ])('is reported with its line: %s', (_, text, line) => {
    expect(lineOf(text)).toBe(line)
  })

  it('is not reported where blanks follow the quoted cell', () => {
    expect(cellsOf('a,b\n"x" ,"y" \n"1","2"')).toEqual([
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
  expect(() => splitRows(text)).toThrow(UnreadableFile)
})

it.each([
  ['1 MB of lines', 'a,"b ""c"" d"\r\n'.repeat(60_000), 60_000],
  ['5 MB of NUL', '\0'.repeat(5_000_000), 1],
  ['1 MB of commas', ','.repeat(1_000_000), 0],
])('%s are read', (_, text, rows) => {
  expect(splitRows(text).rows.length).toBe(rows)
})

it('a file with too many rows is refused', () => {
  expect(() => splitRows('a\n'.repeat(MOST_ROWS + 1))).toThrow(expect.objectContaining({ reason: 'rows' }))
})
