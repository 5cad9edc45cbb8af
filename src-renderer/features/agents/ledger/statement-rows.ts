import type { LedgerLineRecord } from '../../../../src-server/contract/records/sale.ts'
import type { CsvCell } from '../../../host/csv.ts'
import { formatTime } from '../../../i18n/format.ts'
import type { MoneyFormat } from '../../../i18n/money.ts'

export interface StatementLines {
  readonly openingLabel: string
  readonly closingLabel: string
  /** Minor units. */
  readonly opening: number
  readonly closing: number
  /** The oldest first. */
  readonly lines: readonly LedgerLineRecord[]
  readonly what: (line: LedgerLineRecord) => string
  readonly reference: (line: LedgerLineRecord) => string
}

/**
 * A statement's lines between what there was and what there is: when, what, codes, reference, note, by, amount, balance.
 * Sums are numbers in the currency's own unit, so that a spreadsheet adds them up.
 */
export function statementRows(
  { openingLabel, closingLabel, opening, closing, lines, what, reference }: StatementLines,
  money: Pick<MoneyFormat, 'plain'>,
): CsvCell[][] {
  const amount = (minor: number) => Number(money.plain(minor))
  return [
    ['', openingLabel, null, '', '', '', null, amount(opening)],
    ...lines.map((line) => [
      formatTime(line.at),
      what(line),
      line.count,
      reference(line),
      line.note,
      line.by,
      amount(line.amount),
      amount(line.balance),
    ]),
    ['', closingLabel, null, '', '', '', null, amount(closing)],
  ]
}
