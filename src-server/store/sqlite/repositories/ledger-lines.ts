import type { ListQuery, Page } from '../../../contract/paging.ts'
import { COUNTED_ROWS } from '../../../contract/limits.ts'
import { MAX_AGENT_LEVELS } from '../../../contract/sales-names.ts'
import type { LedgerAccount } from '../../../domain/sales/ledger.ts'
import { writeCursor } from '../../../domain/paging/cursor.ts'
import type { AccountLine, LineFilter } from '../../repositories/ledger.ts'
import type { Connection } from '../connection.ts'

/**
 * An account takes part in at most this many transfers of one purchase: one account may pay all the others.
 */
const MOST_TRANSFERS = MAX_AGENT_LEVELS

interface LineRow extends Omit<AccountLine, 'balance'> {
  /** The id of its last transfer. */
  readonly last: number
}

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

interface Asked {
  readonly account: number
  /** Between these transfers, both exclusive. */
  readonly above: number
  readonly below: number
  readonly kind: string | null
  readonly from: number
  readonly to: number
  readonly most: number
  readonly limit: number
  readonly offset: number
}

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
  // A transaction's transfers have consecutive ids.
  const transfersOf = raw.prepare<[number], { first: number | null; last: number | null }>(
    'SELECT min(id) AS first, max(id) AS last FROM ledger_transfers WHERE transaction_id = ?',
  )
  const moved = raw.prepare<[{ account: number; above: number; upTo: number }], { sum: number }>(
    `SELECT coalesce((SELECT sum(amount) FROM ledger_transfers INDEXED BY ledger_transfers_to
        WHERE to_id = @account AND id > @above AND id <= @upTo), 0)
      - coalesce((SELECT sum(amount) FROM ledger_transfers INDEXED BY ledger_transfers_from
        WHERE from_id = @account AND id > @above AND id <= @upTo), 0) AS sum`,
  )

  /**
   * Adds the balance after each line. It starts from the present balance and subtracts the later transfers,
   * from the newest line back.
   */
  const withBalances = (account: number, rows: readonly LineRow[], isDescending: boolean): AccountLine[] => {
    const back = isDescending ? rows : [...rows].reverse()
    let balance = balanceOf.get(account)?.balance ?? 0
    let upTo: number = Number.MAX_SAFE_INTEGER
    const told = back.map(({ last, ...line }) => {
      balance -= moved.get({ account, above: last, upTo })?.sum ?? 0
      upTo = last
      return { ...line, balance }
    })
    return isDescending ? told : told.reverse()
  }

  return (
    { id: account }: Pick<LedgerAccount, 'id'>,
    filter: LineFilter,
    { limit, offset, desc, after, exact }: ListQuery<'id'>,
  ): Page<AccountLine> => {
    const all = {
      account,
      above: 0,
      below: Number.MAX_SAFE_INTEGER,
      kind: filter.kind ?? null,
      from: filter.from ?? 0,
      to: filter.to ?? Number.MAX_SAFE_INTEGER,
      limit,
      offset: after === undefined ? offset : 0,
    }
    const most = exact === true ? -1 : (COUNTED_ROWS + 1) * MOST_TRANSFERS
    const counted = count.get({ ...all, most })?.n ?? 0
    const total = exact === true ? counted : Math.min(counted, COUNTED_ROWS)
    const place = after === undefined ? undefined : transfersOf.get(after.id)
    const rows = ordered[desc ? 'desc' : 'asc'].all({
      ...all,
      ...(place !== undefined && (desc ? { below: place.first ?? 0 } : { above: place.last ?? 0 })),
      most: (all.offset + limit) * MOST_TRANSFERS,
    })
    const last = rows.length < limit ? undefined : rows.at(-1)
    return {
      rows: withBalances(account, rows, desc),
      total,
      total_exact: counted === total,
      next: last === undefined ? null : writeCursor('id', { value: last.id, id: last.id }),
    }
  }
}
