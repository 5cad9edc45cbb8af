import { describe, expect, it } from 'vitest'
import { csvLine, withoutGuard } from './csv.ts'

describe('csvLine', () => {
  it('writes numbers and booleans unchanged, and null as an empty cell', () => {
    expect(csvLine([1, -2.5, 0, true, false, null, '', NaN, Infinity])).toBe('1,-2.5,0,true,false,,,,\r\n')
  })

  it.each([
    ['=1', "'=1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@a', "'@a"],
    ['\ta', "'\ta"],
    ['\ra', '"\'\ra"'],
    ['=A1,B1', '"\'=A1,B1"'],
    ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
    ['\n=1', '"\'\n=1"'],
    ['\na', '"\'\na"'],
    ['a=1', 'a=1'],
    [' =1', "' =1"],
    ['\u3000+1', "'\u3000+1"],
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠a', "'＠a"],
    [' a', ' a'],
    ['＝1+1', "'＝1+1"],
    ['\u3000=1', "'\u3000=1"],
    ["'=1", "''=1"],
    ["'plain", "'plain"],
    ['007', '007'],
    ['a\0b', 'a\0b'],
    ['a\rb', '"a\rb"'],
    ['"', '""""'],
  ])('writes %j as %j', (text, written) => {
    expect(csvLine([text])).toBe(`${written}\r\n`)
  })
})

describe('a text that a spreadsheet must keep', () => {
  it.each([
    ...['007', '123456789012', '1234567890123456', '1E10', '12.50', '1,000', '5%', '$5', '.5', '1.2.3'],
    ...[
      '1-2',
      '3/4',
      '2026-12-31',
      '10:30',
      '12:00 PM',
      '5月1日',
      'MAR1',
      '1-Jan',
      'Sep 2026',
      'true',
      'FALSE',
    ],
  ])('%s gets an apostrophe, which the reader takes away', (text) => {
    expect(csvLine([{ text }])).toBe(text.includes(',') ? `"'${text}"\r\n` : `'${text}\r\n`)
    expect(withoutGuard(`'${text}`)).toBe(text)
  })

  it.each([
    '',
    '0',
    '7',
    '10010',
    '12345678901',
    '192.0.2.1',
    'ABC-1',
    '600002@Demo',
    'May',
    'MARCO1X',
    '12AB',
  ])('%s is written unchanged', (text) => {
    expect(csvLine([{ text }])).toBe(`${text}\r\n`)
  })

  it("keeps an apostrophe of the text's own", () => {
    expect(csvLine([{ text: "'007" }])).toBe("''007\r\n")
    expect([withoutGuard("''007"), withoutGuard("'plain")]).toEqual(["'007", "'plain"])
  })
})
