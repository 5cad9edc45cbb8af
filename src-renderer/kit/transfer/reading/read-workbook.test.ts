import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { xlsxFile } from '../../../../tests/support/xlsx-file.ts'
import { MOST_ROWS } from './file-rows.ts'
import { readWorkbook } from './read-workbook.ts'

const DAY_46387 = '2026-12-31'

describe('a workbook', () => {
  it("has the rows of every sheet, with the sheet's own numbers, without empty rows", async () => {
    const { sheets, is1904 } = await readWorkbook(
      xlsxFile([
        {
          name: '卡密',
          rows: { 1: ['kami', 'type'], 3: [' A ', '月卡'], 7: [null, ''], 9: ['B', null, 'x'] },
        },
        { name: 'Second', rows: { 2: ['only'] } },
      ]),
    )
    expect(is1904).toBe(false)
    expect(sheets.map(({ name }) => name)).toEqual(['卡密', 'Second'])
    expect(sheets[0]!.rows.map(({ line }) => line)).toEqual([1, 3, 9])
    expect(sheets[0]!.rows[2]!.cells).toEqual(['B', '', 'x'])
    expect(sheets[0]!.rows[1]!.cells.slice(0, 2)).toEqual([' A ', '月卡'])
    expect(sheets[1]!.rows).toEqual([{ line: 2, cells: ['only'] }])
  })

  it.each([
    [{ number: '46387' }, '46387'],
    [{ number: '1798675199' }, '1798675199'],
    [{ number: '123456789012345' }, '123456789012345'],
    [{ number: '1.234567890123456E15' }, '1.234567890123456E+15'],
    [{ number: '1234567890123450' }, '1.23456789012345E+15'],
    [{ number: '1.5' }, '1.5'],
    [{ day: 46_387 }, DAY_46387],
    [{ day: 46_387.5 }, `${DAY_46387} 12:00:00`],
    [true, 'TRUE'],
    ['00123', '00123'],
    ['=1+1', '=1+1'],
  ])('has the cell %j as %j', async (cell, text) => {
    const { sheets } = await readWorkbook(xlsxFile([{ name: 'S', rows: { 1: [cell] } }]))
    expect(sheets[0]!.rows[0]!.cells).toEqual([text])
  })

  it('says that its days count from 1904, and its dates are right', async () => {
    const { sheets, is1904 } = await readWorkbook(
      xlsxFile([{ name: 'S', rows: { 1: [{ day: 44_925 }] } }], { is1904: true }),
    )
    expect(is1904).toBe(true)
    expect(sheets[0]!.rows[0]!.cells).toEqual([DAY_46387])
  })

  it.each([
    ['no ZIP file', () => new TextEncoder().encode('PK\u0003\u0004 and no more'), 'sheet'],
    ['a ZIP file of something else', () => zipSync({ 'a.txt': new Uint8Array(3) }), 'sheet'],
    ['a sheet of one long row', () => wide(), 'columns'],
    ['more XML than a list has', () => bomb(), 'unpacked'],
    ['more files than a workbook has', () => many(), 'unpacked'],
  ] as const)('is refused: %s', async (_, make, reason) => {
    await expect(readWorkbook(new Uint8Array(make()))).rejects.toMatchObject({ reason })
  })

  it('is refused with more rows than anybody imports', async () => {
    const rows = { [MOST_ROWS + 1]: ['x'] }
    await expect(readWorkbook(xlsxFile([{ name: 'S', rows }]))).rejects.toMatchObject({ reason: 'rows' })
  }, 30_000)
})

function wide(): Uint8Array {
  return xlsxFile([{ name: 'S', rows: { 1: Array.from({ length: 600 }, () => 'x') } }])
}

/** A directory that names 300 MB, as a bomb has. */
function bomb(): Uint8Array {
  const bytes = xlsxFile([{ name: 'S', rows: { 1: ['x'] } }])
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < bytes.length - 4; at++)
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 300 * 1024 * 1024, true)
  return bytes
}

/** A directory that names 2100 files. */
function many(): Uint8Array {
  const bytes = xlsxFile([{ name: 'S', rows: { 1: ['x'] } }])
  new DataView(bytes.buffer).setUint16(bytes.length - 22 + 10, 2100, true)
  return bytes
}
