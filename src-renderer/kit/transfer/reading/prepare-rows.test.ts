import { describe, expect, it } from 'vitest'
import { mapColumns, SAME_FOR_ALL, type ImportColumn } from '../import-column.ts'
import { orderOfFile, prepareRows, type RowSense } from './prepare-rows.ts'

const COLUMNS: readonly ImportColumn[] = [
  { key: 'kami', label: 'Code', required: true, isCode: true, once: (kami) => kami },
  { key: 'end_time', label: 'Ends', date: { lasts: true } },
  { key: 'vip', label: 'Licence ends', date: { lasts: true, none: 0 } },
  { key: 'note', label: 'Note' },
]
const never = new AbortController().signal
const SENSE: Omit<RowSense, 'mapping'> = { fills: {}, is1904: false, order: undefined, zone: 'UTC' }

async function prepared(header: string[], lines: readonly string[][], more: Partial<RowSense> = {}) {
  const rows = lines.map((cells, at) => ({ line: at + 2, cells }))
  const sense = { ...SENSE, mapping: mapColumns(header, COLUMNS), ...more }
  return prepareRows(rows, COLUMNS, sense, never)
}

describe('rows of a file', () => {
  it('have the members of their filled cells, and the words for none leave a member out or give its own none', async () => {
    const rows = await prepared(
      ['kami', 'end_time', 'vip', 'note'],
      [
        ['A', '2026-12-31', '永久', ' x '],
        ['B', '0', '0', ''],
        ['C', '', ''],
      ],
    )
    expect(rows.map(({ values }) => values)).toEqual([
      { kami: 'A', end_time: 1_798_761_599, vip: 4_102_243_200, note: 'x' },
      { kami: 'B', vip: 0 },
      { kami: 'C' },
    ])
  })

  it('lose blanks and invisible characters around codes', async () => {
    const [row] = await prepared(['kami'], [['\u200b A-1\u3000\ufeff']])
    expect(row!.values).toEqual({ kami: 'A-1' })
  })

  it('have the reason of the first cell that is wrong, and the first line of a repeated code', async () => {
    const rows = await prepared(
      ['kami', 'end_time'],
      [
        ['1.23457E+15', ''],
        ['A', '30'],
        ['A', '2026-02-30'],
        ['A', ''],
        [' A\u200b', ''],
      ],
    )
    expect(rows.map(({ problem }) => problem)).toEqual([
      'kami: shortened by a spreadsheet',
      'end_time: before 2000',
      'end_time: no such day',
      undefined,
      'kami: twice in this file, first in line 5',
    ])
  })

  it('have one text for all lines where the person gives it', async () => {
    const mapping = { ...mapColumns(['kami'], COLUMNS), note: SAME_FOR_ALL }
    const rows = await prepared(['kami'], [['A'], ['B']], {
      mapping,
      fills: { note: 'moved', vip: 'unused' },
    })
    expect(rows.map(({ values }) => values)).toEqual([
      { kami: 'A', note: 'moved' },
      { kami: 'B', note: 'moved' },
    ])
  })

  it('are asked about as a file where dates fit both orders', () => {
    const rows = [
      { line: 2, cells: ['A', '2026-12-31'] },
      { line: 3, cells: ['B', '05/06/2026'] },
    ]
    const sense = { ...SENSE, mapping: mapColumns(['kami', 'end_time'], COLUMNS) }
    expect(orderOfFile(rows, COLUMNS, sense)).toEqual({ order: 'open', example: '05/06/2026' })
    const more = [...rows, { line: 4, cells: ['C', '31/12/2026'] }]
    expect(orderOfFile(more, COLUMNS, sense)).toMatchObject({ order: 'dmy' })
    expect(orderOfFile(rows.slice(0, 1), COLUMNS, sense)).toMatchObject({ order: 'none' })
  })

  it('stop where the person stops', async () => {
    const stopped = new AbortController()
    stopped.abort()
    const lines = Array.from({ length: 60_000 }, (_, n) => ({
      line: n + 1,
      cells: [`A${n}`, '2026-12-31 10:00'],
    }))
    const sense = { ...SENSE, mapping: mapColumns(['kami', 'end_time'], COLUMNS) }
    await expect(prepareRows(lines, COLUMNS, sense, stopped.signal)).rejects.toMatchObject({
      name: 'AbortError',
    })
  })
})
