import type { LedgerLineRecord } from '../../../../src-server/contract/records/sale.ts'
import { call } from '../../../api/console-client.ts'
import { readAll } from '../../../api/read-all.ts'
import { writeCsv } from '../../../host/csv.ts'
import { host } from '../../../host/host.ts'
import type { MoneyFormat } from '../../../i18n/money.ts'
import { statementRows, type StatementLines } from './statement-rows.ts'

const PAGE = 500

export interface StatementFile extends StatementLines {
  readonly name: string
  /** In the order of `statementRows`. */
  readonly header: readonly string[]
}

/** All lines of a span, the oldest first, however many. */
export function readLines(filter: {
  agent: number
  book: number
  from: number
  to: number
}): Promise<LedgerLineRecord[]> {
  return readAll((from) => call('ledger_list', { size: PAGE, sort: 'id', desc: false, filter, ...from }))
}

/** A statement as a file. @returns false when the person cancelled */
export function saveStatement(file: StatementFile, money: MoneyFormat): Promise<boolean> {
  return host.saveFile(`${file.name}.csv`, writeCsv(file.header, statementRows(file, money)))
}
