import { describe, expect, it } from 'vitest'
import { mapColumns, mapRows, readTime, readWhole, readYesNo, type ImportColumn } from './import-column.ts'
import { readCsv } from './read-csv.ts'

const FOREVER = 4_102_243_200

describe('readCsv', () => {
  it.each([
    [
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      '\uFEFFa;b\n1;2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a\tb\n1\t2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      '"a, b","say ""no"""\n"two\nlines",',
      [
        ['a, b', 'say "no"'],
        ['two\nlines', ''],
      ],
    ],
    [
      'a,b\n\n,\n1,2\n\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      "a,b\n'=1+1,'plain",
      [
        ['a', 'b'],
        ['=1+1', "'plain"],
      ],
    ],
    ['', []],
    [
      '用户,名称\n一,二',
      [
        ['用户', '名称'],
        ['一', '二'],
      ],
    ],
  ])('%j', (text, rows) => {
    expect(readCsv(text)).toEqual(rows)
  })
})

describe('mapColumns and mapRows', () => {
  const columns: ImportColumn[] = [
    { key: 'user', label: '用户名', required: true },
    { key: 'vip', label: 'Ends', names: ['expires'], read: readWhole },
    { key: 'note', label: 'Note' },
  ]

  it('find columns by any of their names, and leave empty cells out', () => {
    const mapping = mapColumns(['Expires', ' 用户名 ', 'other'], columns)
    expect(mapping).toEqual({ user: 1, vip: 0, note: -1 })
    expect(
      mapRows(
        [
          ['5', 'ann', 'x'],
          ['', 'bob'],
          ['soon', ''],
        ],
        columns,
        mapping,
      ),
    ).toEqual([{ user: 'ann', vip: 5 }, { user: 'bob' }, { vip: 'soon' }])
  })
})

describe('cells of an import', () => {
  it.each([
    ['1700000000', 1_700_000_000],
    ['2027-01-31T10:00:00Z', Date.UTC(2027, 0, 31, 10) / 1000],
    ['2027-01-31T10:00:00.000Z', Date.UTC(2027, 0, 31, 10) / 1000],
    ['Permanent', FOREVER],
    ['永久', FOREVER],
    ['soon', 'soon'],
  ])('time %j is %j', (text, value) => {
    expect(readTime(text, FOREVER)).toBe(value)
  })

  it.each(['2027-1-31', '2027/01/31', '2027.01.31'])('day %s ends at its end', (text) => {
    expect(readTime(text, FOREVER)).toBe(new Date(2027, 0, 31, 23, 59, 59).getTime() / 1000)
  })

  it('yes, no and numbers are read in several spellings, and other text stays unchanged', () => {
    expect(['TRUE', '1', '是', 'false', '0', 'no', 'perhaps'].map(readYesNo)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      'perhaps',
    ])
    expect(['12', '-3', '1.5', '1e3'].map(readWhole)).toEqual([12, -3, '1.5', '1e3'])
  })
})
