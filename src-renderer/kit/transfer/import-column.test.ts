import { describe, expect, it } from 'vitest'
import {
  isHeader,
  mapColumns,
  mapPlain,
  readDisabled,
  readWhole,
  readYesNo,
  type ImportColumn,
} from './import-column.ts'

const columns: ImportColumn[] = [
  { key: 'user', label: '用户名', required: true },
  { key: 'end_time', label: 'Ends', names: ['expiry date', '到期时间', 'state'] },
  { key: 'state', label: 'State' },
]

describe('columns of a file', () => {
  it.each([
    [['Expiry Date', ' 用户名 ', 'other'], { user: 1, end_time: 0, state: -1 }],
    [['END_TIME', 'User'], { user: 1, end_time: 0, state: -1 }],
    [['expiry-date', 'ｕｓｅｒ'], { user: 1, end_time: 0, state: -1 }],
    // A member's own name comes before another member's synonym, and a column becomes one member.
    [['user', 'state'], { user: 0, end_time: -1, state: 1 }],
    [['到期时间：', 'user*'], { user: 1, end_time: 0, state: -1 }],
    [['', ''], { user: -1, end_time: -1, state: -1 }],
  ])('%j are found by their names in any spelling', (header, mapping) => {
    expect(mapColumns(header, columns)).toEqual(mapping)
  })

  it('have no header where the first row names no member, and the first column is the required one', () => {
    expect(isHeader(['user', 'x'], columns)).toBe(true)
    expect(isHeader(['CARD-0001', 'x'], columns)).toBe(false)
    expect(mapPlain(columns)).toEqual({ user: 0, end_time: -1, state: -1 })
  })
})

it('yes, no, states and numbers are read in several spellings, and other text stays unchanged', () => {
  const texts = ['TRUE', '1', '是', 'false', '0', 'no', 'perhaps']
  expect(texts.map(readYesNo)).toEqual([true, true, true, false, false, false, 'perhaps'])
  expect(['已禁用', 'Banned', '未使用', 'expired', '1', 'odd'].map(readDisabled)).toEqual([
    true,
    true,
    false,
    false,
    true,
    'odd',
  ])
  expect(['12', '-3', '１２', '30.0', '1.5', '1e3'].map(readWhole)).toEqual([12, -3, 12, 30, '1.5', '1e3'])
})
