import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isoTime, writePiece, type ExportColumn } from './file-piece.ts'

interface Row {
  readonly n: number
  readonly text: string | null
}
const COLUMNS: readonly ExportColumn<Row>[] = [
  ['n', (row) => row.n],
  ['text', (row) => row.text],
]

/** The file that a caller gets who reads `size` rows at a time. */
function inPieces(format: 'csv' | 'json', rows: readonly Row[], size: number): string {
  let file = ''
  for (let from = 0; ; from += size) {
    const last = from + size >= rows.length
    file += writePiece(format, COLUMNS, rows.slice(from, from + size), { first: from === 0, last })
    if (last) return file
  }
}

describe('writePiece', () => {
  it.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "no"', '"say ""no"""'],
    ['two\nlines', '"two\nlines"'],
    ['=1+1', "'=1+1"],
    ['+49', "'+49"],
    ['-5', "'-5"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['=HYPERLINK("http://x")', '"\'=HYPERLINK(""http://x"")"'],
    [null, ''],
    ['中文', '中文'],
  ])('a cell %j is written %j', (text, cell) => {
    const file = writePiece('csv', COLUMNS, [{ n: -1, text }], { first: true, last: true })
    expect(file).toBe(`\uFEFFn,text\r\n-1,${cell}\r\n`)
  })

  it('the pieces join to the same file, whatever their size', () => {
    const row = fc.record({ n: fc.integer(), text: fc.option(fc.string()) })
    fc.assert(
      fc.property(fc.array(row, { maxLength: 20 }), fc.integer({ min: 1, max: 6 }), (rows, size) => {
        expect(JSON.parse(inPieces('json', rows, size))).toEqual(rows)
        expect(inPieces('csv', rows, size)).toBe(inPieces('csv', rows, 100))
      }),
    )
  })
})

describe('isoTime', () => {
  it('is UTC, and null for null', () => {
    expect([isoTime(0), isoTime(null)]).toEqual(['1970-01-01T00:00:00.000Z', null])
  })
})
