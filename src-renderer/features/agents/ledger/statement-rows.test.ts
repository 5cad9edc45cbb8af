import { describe, expect, it } from 'vitest'
import type { LedgerLineRecord } from '../../../../src-server/contract/records/sale.ts'
import { writeCsv } from '../../../host/csv.ts'
import { moneyFormat } from '../../../i18n/money.ts'
import { statementRows } from './statement-rows.ts'

const line = (id: number, amount: number, balance: number, change: Partial<LedgerLineRecord> = {}) =>
  ({
    id,
    transaction: id,
    at: 1_700_000_000 + id,
    kind: 'purchase',
    what: 'wholesale',
    amount,
    balance,
    count: 1,
    reference: '',
    note: '',
    by: 'Sun',
    ...change,
  }) satisfies LedgerLineRecord
const file = (opening: number, amounts: readonly number[]) => {
  let balance = opening
  const lines = amounts.map((amount, index) => line(index + 1, amount, (balance += amount)))
  return {
    openingLabel: 'Before',
    closingLabel: 'After',
    opening,
    closing: balance,
    lines,
    what: () => 'Line',
    reference: (of: LedgerLineRecord) => of.reference,
  }
}

describe('statementRows', () => {
  it.each([
    ['CNY', 1005, [50_000, -16_650, 5_550, 1_450], '10.05', '413.55'],
    ['JPY', 0, [500, -166, 55], '0', '389'],
    // 0.1 + 0.2 is the first sum with a rounding error.
    ['USD', -10, [10, 20, -5], '-0.1', '0.15'],
  ])(
    '%s: the opening balance and each line make the closing balance',
    (code, opening, amounts, before, after) => {
      const rows = statementRows(file(opening, amounts), moneyFormat(code, 'en'))
      expect([`${Number(rows[0]!.at(-1))}`, `${Number(rows.at(-1)!.at(-1))}`]).toEqual([before, after])
      const size = 10 ** moneyFormat(code, 'en').digits
      const cents = (cell: unknown) => Math.round(Number(cell) * size)
      const sum = rows.slice(1, -1).reduce((total, row) => total + cents(row.at(-2)), cents(rows[0]!.at(-1)))
      expect(sum).toBe(cents(rows.at(-1)!.at(-1)))
      // Each balance is the one before plus its line.
      for (const [index, row] of rows.slice(1, -1).entries())
        expect(cents(row.at(-1))).toBe(cents(rows[index]!.at(-1)) + cents(row.at(-2)))
    },
  )

  it('turns no typed text into a formula, and keeps sums numbers', () => {
    const typed = line(1, -250, -250, { reference: '=1+1', note: '@SUM(A1)', by: '+49 170' })
    const rows = statementRows({ ...file(0, []), lines: [typed], closing: -250 }, moneyFormat('CNY', 'en'))
    const text = new TextDecoder().decode(writeCsv([], rows))
    expect(text).toContain(",1,'=1+1,'@SUM(A1),'+49 170,-2.5,-2.5\r\n")
  })
})
