import { describe, expect, it } from 'vitest'
import { writeCsv } from './csv.ts'

function textOf(header: readonly string[], rows: Parameters<typeof writeCsv>[1]): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(writeCsv(header, rows))
}

describe('writeCsv', () => {
  it('starts with a byte order mark and ends every line with CR LF', () => {
    expect(textOf(['a', 'b'], [['x', 'y']])).toBe('\uFEFFa,b\r\nx,y\r\n')
  })

  it.each([
    ['=1+1', "'=1+1"],
    ['+49', "'+49"],
    ['-x', "'-x"],
    ['@cmd', "'@cmd"],
    ['\tx', "'\tx"],
  ])('makes the formula %j a text', (given, expected) => {
    expect(textOf(['a'], [[given]])).toBe(`\uFEFFa\r\n${expected}\r\n`)
  })

  it('quotes separators, quotes and line breaks, after the formula guard', () => {
    expect(textOf(['a'], [['say "x", then\ny']])).toBe('\uFEFFa\r\n"say ""x"", then\ny"\r\n')
    expect(textOf(['a'], [['=A1,B1']])).toBe('\uFEFFa\r\n"\'=A1,B1"\r\n')
  })

  it('leaves numbers raw, negative ones too, and writes an empty cell for nothing', () => {
    expect(textOf(['a', 'b', 'c'], [[-1234.56, null, Number.NaN]])).toBe('\uFEFFa,b,c\r\n-1234.56,,\r\n')
  })
})
