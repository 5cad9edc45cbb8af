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
const side = (of: 'from' | 'to', order: string) => `(
  SELECT moved.id AS transfer, moved.transaction_id, ${of === 'from' ? '-' : ''}moved.amount AS amount, moved.count
  FROM ledger_transfers AS moved JOIN ledger_transactions AS act ON act.id = moved.transaction_id
  WHERE moved.${of}_id = @account AND moved.id > @above AND moved.id < @below
    AND (@kind::text IS NULL OR act.kind = @kind) AND act.at >= @from AND act.at < @to
  ORDER BY moved.id ${order} LIMIT @most::bigint)`
const sides = (order: string) => `(${side('from', order)} UNION ALL ${side('to', order)}) AS moved`

const lines = (
  order: 'ASC' | 'DESC',
) => `SELECT act.id, act.kind, act.reference, act.note, act.by_id AS "byId", act.by,
    act.at, line.amount, line.count, line.last
  FROM (SELECT transaction_id, sum(amount) AS amount, max(count) AS count, max(transfer) AS last
    FROM ${sides(order)}
    GROUP BY transaction_id ORDER BY transaction_id ${order} LIMIT @limit OFFSET @offset) AS line
  JOIN ledger_transactions AS act ON act.id = line.transaction_id ORDER BY act.id ${order}`

/** @member most the most transfers of each side; null for all */
type Asked = AskedLines & { readonly most: number | null }

interface Moved {
  readonly account: number
  /** The transfers of a sum are above the one and up to the other. */
  readonly above: readonly number[]
  readonly upTo: readonly number[]
}

/**
 * Reads the lines of an account, one for each transaction. A page costs as many steps as it has rows,
 * whatever the list's length.
 */
export function readLines({ prepare }: Connection) {
  const ordered = {
    asc: prepare<[Asked], LineRow>(lines('ASC')),
    desc: prepare<[Asked], LineRow>(lines('DESC')),
  }
  const count = prepare<[Omit<Asked, 'limit' | 'offset'>], { n: number }>(
    `SELECT count(DISTINCT transaction_id) AS n FROM ${sides('DESC')}`,
  )
  const balanceOf = prepare<[number], { balance: number }>('SELECT balance FROM ledger_accounts WHERE id = ?')
  const transfersOf = prepare<[number], TransferRange>(
    'SELECT min(id) AS first, max(id) AS last FROM ledger_transfers WHERE transaction_id = ?',
  )
  const moved = prepare<[Moved], { sum: number }>(
    `SELECT coalesce((SELECT sum(amount) FROM ledger_transfers
        WHERE to_id = @account AND id > part.above AND id <= part.up_to), 0)
      - coalesce((SELECT sum(amount) FROM ledger_transfers
        WHERE from_id = @account AND id > part.above AND id <= part.up_to), 0) AS sum
    FROM unnest(@above::bigint[], @upTo::bigint[]) WITH ORDINALITY AS part (above, up_to, n) ORDER BY part.n`,
  )

  const told = async (
    account: number,
    rows: readonly LineRow[],
    isDescending: boolean,
  ): Promise<AccountLine[]> => {
    const back = isDescending ? rows : [...rows].reverse()
    const above = back.map(({ last }) => last)
    const upTo = [Number.MAX_SAFE_INTEGER, ...above.slice(0, -1)]
    const present = (await balanceOf.get(account))?.balance ?? 0
    const sums = above.length === 0 ? [] : await moved.all({ account, above, upTo })
    const all = withBalances(
      present,
      back,
      sums.map(({ sum }) => sum),
    )
    return isDescending ? all : all.reverse()
  }

  return async (
    { id: account }: Pick<LedgerAccount, 'id'>,
    filter: LineFilter,
    query: ListQuery<'id'>,
  ): Promise<Page<AccountLine>> => {
    const { limit, desc, after, exact } = query
    const all = askedLines(account, filter, query)
    const most = exact === true ? null : (COUNTED_ROWS + 1) * MOST_TRANSFERS
    const counted = await count.get({ ...all, most })
    const place = after === undefined ? undefined : await transfersOf.get(after.id)
    const rows = await ordered[desc ? 'desc' : 'asc'].all({
      ...linesAfter(all, place, desc),
      most: (all.offset + limit) * MOST_TRANSFERS,
    })
    return linesPage(await told(account, rows, desc), counted?.n ?? 0, query)
  }
}
