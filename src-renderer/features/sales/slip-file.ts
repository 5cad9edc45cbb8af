import type { SaleRecord } from '../../../src-server/contract/records/sale.ts'
import { call } from '../../api/console-client.ts'
import { readAll } from '../../api/read-all.ts'
import { host } from '../../host/host.ts'
import { writeCsv } from '../../host/csv.ts'
import { formatTime } from '../../i18n/format.ts'
import type { MoneyFormat } from '../../i18n/money.ts'

export interface SaleFileWords {
  readonly worth: (sale: SaleRecord) => string
  readonly state: (sale: SaleRecord) => string
  /** In the order of the columns below. */
  readonly header: readonly string[]
}

const PAGE = 500
const time = (at: number | null) => (at === null ? null : formatTime(at))

/** Sales as a file: sums as numbers in the currency's own unit. @returns false when the person cancelled */
export function saveSales(
  name: string,
  sales: readonly SaleRecord[],
  money: MoneyFormat,
  words: SaleFileWords,
): Promise<boolean> {
  const amount = (minor: number | null) => (minor === null ? null : Number(money.plain(minor)))
  const rows = sales.map((sale) => [
    sale.kami,
    sale.app_name,
    words.worth(sale),
    words.state(sale),
    sale.customer,
    sale.contact,
    amount(sale.sale_price),
    amount(sale.price),
    time(sale.taken_at),
    time(sale.sold_at),
    time(sale.refunded_at),
    sale.agent_name,
    sale.note,
  ])
  return host.saveFile(`${name}.csv`, writeCsv(words.header, rows))
}

/** Every sale a question matches. */
export function readAllSales(
  question: Omit<Parameters<typeof call<'sale_list'>>[1], 'page' | 'size' | 'after'>,
): Promise<SaleRecord[]> {
  return readAll((from) => call('sale_list', { ...question, size: PAGE, ...from }))
}
