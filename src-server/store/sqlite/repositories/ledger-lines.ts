import type { ListQuery, Page } from '../../../contract/paging.ts'
import { COUNTED_ROWS } from '../../../contract/limits.ts'
import type { LedgerAccount } from '../../../domain/sales/ledger.ts'
import {
  askedLines,
  linesAfter,
  linesPage,
  MOST_TRANSFERS,
  withBalances,
  type AskedLines,
  type LineRow,
  type TransferRange,
} from '../../ledger-rows.ts'
import type { AccountLine, LineFilter } from '../../repositories/ledger.ts'
import type { Connection } from '../connection.ts'

/** One side of an account: its outgoing or its incoming transfers, each with an index of its own. */
const side = (of: 'from' | 'to', order: string) => `SELECT * FROM (
  SELECT moved.id AS transfer, moved.transaction_id, ${of === 'from' ? '-' : ''}moved.amount AS amount, moved.count
  FROM ledger_transfers AS moved INDEXED BY ledger_transfers_${of}
    CROSS JOIN ledger_transactions AS act ON act.id = moved.transaction_id
  WHERE moved.${of}_id = @account AND moved.id > @above AND moved.id < @below
    AND (@kind IS NULL OR act.kind = @kind) AND act.at >= @from AND act.at < @to
  ORDER BY moved.id ${order} LIMIT @most)`

const lines = (
  order: 'ASC' | 'DESC',
) => `SELECT act.id, act.kind, act.reference, act.note, act.by_id AS byId, act.by,
    act.at, line.amount, line.count, line.last
  FROM (SELECT transaction_id, sum(amount) AS amount, max(count) AS count, max(transfer) AS last
    FROM (${side('from', order)} UNION ALL ${side('to', order)})
    GROUP BY transaction_id ORDER BY transaction_id ${order} LIMIT @limit OFFSET @offset) AS line
  JOIN ledger_transactions AS act ON act.id = line.transaction_id ORDER BY act.id ${order}`

/** @member most the most transfers of each side */
type Asked = AskedLines & { readonly most: number }

/**
 * Reads the lines of an account, one for each transaction. A page costs as many steps as it has rows,
 * whatever the list's length.
 */
export function readLines({ raw }: Connection) {
  const ordered = {
    asc: raw.prepare<[Asked], LineRow>(lines('ASC')),
    desc: raw.prepare<[Asked], LineRow>(lines('DESC')),
  }
  const count = raw.prepare<[Asked], { n: number }>(
    `SELECT count(DISTINCT transaction_id) AS n FROM (${side('from', 'DESC')} UNION ALL ${side('to', 'DESC')})`,
  )
  const balanceOf = raw.prepare<[number], { balance: number }>(
    'SELECT balance FROM ledger_accounts WHERE id = ?',
  )
  const transfersOf = raw.prepare<[number], TransferRange>(
    'SELECT min(id) AS first, max(id) AS last FROM ledger_transfers WHERE transaction_id = ?',
  )
  const moved = raw.prepare<[{ account: number; above: number; upTo: number }], { sum: number }>(
    `SELECT coalesce((SELECT sum(amount) FROM ledger_transfers INDEXED BY ledger_transfers_to
        WHERE to_id = @account AND id > @above AND id <= @upTo), 0)
      - coalesce((SELECT sum(amount) FROM ledger_transfers INDEXED BY ledger_transfers_from
        WHERE from_id = @account AND id > @above AND id <= @upTo), 0) AS sum`,
  )

  const told = (account: number, rows: readonly LineRow[], isDescending: boolean): AccountLine[] => {
    const back = isDescending ? rows : [...rows].reverse()
    let upTo: number = Number.MAX_SAFE_INTEGER
    const sums = back.map(({ last }) => {
      const sum = moved.get({ account, above: last, upTo })?.sum ?? 0
      upTo = last
      return sum
    })
    const lines = withBalances(balanceOf.get(account)?.balance ?? 0, back, sums)
    return isDescending ? lines : lines.reverse()
  }

  return (
    { id: account }: Pick<LedgerAccount, 'id'>,
    filter: LineFilter,
    query: ListQuery<'id'>,
  ): Page<AccountLine> => {
    const { limit, desc, after, exact } = query
    const all = askedLines(account, filter, query)
    const counted = count.get({ ...all, most: exact === true ? -1 : (COUNTED_ROWS + 1) * MOST_TRANSFERS })
    const place = after === undefined ? undefined : transfersOf.get(after.id)
    const rows = ordered[desc ? 'desc' : 'asc'].all({
      ...linesAfter(all, place, desc),
      most: (all.offset + limit) * MOST_TRANSFERS,
    })
    return linesPage(told(account, rows, desc), counted?.n ?? 0, query)
  }
}
