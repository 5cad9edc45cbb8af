import type { LedgerLineRecord } from '../../../src-server/contract/records/sale.ts'
import { call } from '../../api/console-client.ts'
import { host } from '../../host/host.ts'
import { writeCsv } from '../../host/csv.ts'
import { formatTime } from '../../i18n/format.ts'
import type { MoneyFormat } from '../../i18n/money.ts'

const PAGE = 500

export interface StatementFile {
  readonly name: string
  readonly header: readonly string[]
  readonly openingLabel: string
  readonly closingLabel: string
  readonly opening: number
  readonly closing: number
  /** The oldest first. */
  readonly lines: readonly LedgerLineRecord[]
  readonly what: (line: LedgerLineRecord) => string
}

/** All lines of a span, the oldest first, however many. */
export async function readLines(filter: {
  agent: number
  book: number
  from: number
  to: number
}): Promise<LedgerLineRecord[]> {
  const found: LedgerLineRecord[] = []
  let after: string | undefined
  for (let page = 1; ; page++) {
    const { rows, next } = await call('ledger_list', {
      page,
      size: PAGE,
      sort: 'id',
      desc: false,
      filter,
      ...(after === undefined ? {} : { after }),
    })
    found.push(...rows)
    if (rows.length < PAGE || next === null) return found
    after = next
  }
}

/** A statement as a file: sums as numbers in the currency's own unit, so that a spreadsheet adds them up. */
export function saveStatement(file: StatementFile, money: MoneyFormat): Promise<boolean> {
  const amount = (minor: number) => Number(money.plain(minor))
  const rows = [
    ['', file.openingLabel, '', '', '', '', null, amount(file.opening)],
    ...file.lines.map((line) => [
      formatTime(line.at),
      file.what(line),
      line.count,
      line.reference,
      line.note,
      line.by,
      amount(line.amount),
      amount(line.balance),
    ]),
    ['', file.closingLabel, '', '', '', '', null, amount(file.closing)],
  ]
  return host.saveFile(`${file.name}.csv`, writeCsv(file.header, rows))
}
