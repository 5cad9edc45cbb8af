import { describe, expect, it } from 'vitest'
import { csvLine } from './csv.ts'

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
    ["'=1", "'=1"],
    ['a\0b', 'a\0b'],
    ['a\rb', '"a\rb"'],
    ['"', '""""'],
  ])('writes %j as %j', (text, written) => {
    expect(csvLine([text])).toBe(`${written}\r\n`)
  })
})
