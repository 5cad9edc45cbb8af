import type { LedgerLineRecord } from '../../../src-server/contract/records/sale.ts'
import { call } from '../../api/console-client.ts'
import { writeCsv } from '../../host/csv.ts'
import { host } from '../../host/host.ts'
import type { MoneyFormat } from '../../i18n/money.ts'
import { statementRows, type StatementLines } from './statement-rows.ts'

const PAGE = 500

export interface StatementFile extends StatementLines {
  readonly name: string
  /** In the order of `statementRows`. */
  readonly header: readonly string[]
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

/** A statement as a file. @returns false when the person cancelled */
export function saveStatement(file: StatementFile, money: MoneyFormat): Promise<boolean> {
  return host.saveFile(`${file.name}.csv`, writeCsv(file.header, statementRows(file, money)))
}
