import { describe, expect, it } from 'vitest'
import { importedCode } from '../../../src-server/contract/records/code.ts'
import { isHeader, mapColumns, mapPlain, SAME_FOR_ALL } from '../../kit/transfer/import-column.ts'
import { prepareRows, type RowSense } from '../../kit/transfer/reading/prepare-rows.ts'
import { splitRows } from '../../kit/transfer/reading/split-rows.ts'
import { codeColumns } from './code-import.ts'

const columns = codeColumns((key) => key, [])
const never = new AbortController().signal

/** The rows of a file as the dialog sends them, with the guesses that it makes. */
async function read(text: string, more: Partial<RowSense> = {}) {
  const { rows } = splitRows(text)
  const hasHeader = isHeader(rows[0]!.cells, columns)
  const mapping = hasHeader ? mapColumns(rows[0]!.cells, columns) : mapPlain(columns)
  const sense = { mapping, fills: {}, is1904: false, order: undefined, zone: 'UTC', ...more }
  return prepareRows(hasHeader ? rows.slice(1) : rows, columns, sense, never)
}
const valuesOf = async (text: string) => (await read(text)).map(({ values, problem }) => problem ?? values)

describe('a file of codes', () => {
  it('with the usual words 天卡 and 时长卡 is read', async () => {
    expect(await valuesOf('卡密,类型,时长\nZH-1,天卡,1\nZH-3,时长卡,30天\nZH-4,月卡,\nZH-5,永久卡,')).toEqual(
      [
        { kami: 'ZH-1', type: 'time', unit: 'day', amount: 1 },
        { kami: 'ZH-3', type: 'time', unit: 'day', amount: 30 },
        { kami: 'ZH-4', type: 'time', unit: 'month' },
        { kami: 'ZH-5', type: 'permanent' },
      ],
    )
  })

  it('that is a plain list has a card in its first line too, and one type for all lines', async () => {
    const text = 'CARD-0001\nCARD-0002\nCARD-0003\n'
    const mapping = { ...mapPlain(columns), type: SAME_FOR_ALL }
    const rows = await read(text, { mapping, fills: { type: '月卡' } })
    expect(rows.map(({ line, values }) => [line, values])).toEqual([
      [1, { kami: 'CARD-0001', type: 'time', unit: 'month' }],
      [2, { kami: 'CARD-0002', type: 'time', unit: 'month' }],
      [3, { kami: 'CARD-0003', type: 'time', unit: 'month' }],
    ])
  })

  it('with fields joined by dashes is read', async () => {
    const mapping = { ...mapPlain(columns), type: SAME_FOR_ALL, amount: 1 }
    const rows = await read('CARD-1----30天\nCARD-2----1年', { mapping, fills: { type: '时长卡' } })
    expect(rows.map(({ values }) => values)).toEqual([
      { kami: 'CARD-1', type: 'time', unit: 'day', amount: 30 },
      { kami: 'CARD-2', type: 'time', unit: 'year', amount: 1 },
    ])
  })

  it('names the line of the file where rows are empty or have several lines', async () => {
    const rows = await read('kami,type,note\n\nLN-1,permanent,"two\nlines"\n\nLN-2,gold,\n')
    expect(rows.map(({ line }) => line)).toEqual([3, 6])
    expect(importedCode.safeParse(rows[1]!.values).success).toBe(false)
  })

  it('says its worth in columns of several kinds', async () => {
    expect(
      await valuesOf(
        'code;type;unit;amount;days;seconds;left\n' +
          'A;time;月;2;;;\nB;time;;;30;;\nC;time;;;;3600;\nD;次卡;;;;;5\nE;count;;10次;;;\nF;permanent;;;;0;\nG;time;;永久;;;',
      ),
    ).toEqual([
      { kami: 'A', type: 'time', unit: 'month', amount: 2 },
      { kami: 'B', type: 'time', unit: 'day', amount: 30 },
      { kami: 'C', type: 'time', unit: 'second', amount: 3600 },
      { kami: 'D', type: 'count', left: 5 },
      { kami: 'E', type: 'count', amount: 10 },
      { kami: 'F', type: 'permanent' },
      { kami: 'G', type: 'permanent' },
    ])
  })

  it('is refused where 月卡 and 30 may mean a month or thirty, and read where the file names the unit', async () => {
    expect(await valuesOf('卡密,类型,时长\nA,月卡,30\nB,月卡,3\nC,月卡,30天')).toEqual([
      'amount: units or days',
      { kami: 'B', type: 'time', unit: 'month', amount: 3 },
      { kami: 'C', type: 'time', unit: 'day', amount: 30 },
    ])
    expect(await valuesOf('kami,type,unit,amount\nA,time,month,30')).toEqual([
      { kami: 'A', type: 'time', unit: 'month', amount: 30 },
    ])
  })

  it('keeps an unknown word, which the server refuses by name', async () => {
    const [row] = await read('kami,type\nA,gold')
    expect(row!.values).toEqual({ kami: 'A', type: 'gold' })
  })

  it('reads a state as disabled or not', async () => {
    expect(await valuesOf('kami,type,状态\nA,permanent,已禁用\nB,permanent,未使用')).toEqual([
      { kami: 'A', type: 'permanent', disabled: true },
      { kami: 'B', type: 'permanent', disabled: false },
    ])
  })
})
