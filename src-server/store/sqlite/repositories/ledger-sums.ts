import type { LedgerAccount } from '../../../domain/sales/ledger.ts'
import { spanSums, type KindSum } from '../../ledger-rows.ts'
import type { SpanSums } from '../../repositories/ledger.ts'
import type { Connection } from '../connection.ts'

const side = (
  of: 'from' | 'to',
) => `SELECT moved.transaction_id, ${of === 'from' ? '-' : ''}moved.amount AS amount
  FROM ledger_transfers AS moved INDEXED BY ledger_transfers_${of} WHERE moved.${of}_id = @account`
const sides = (where: string) => `${side('from')} AND ${where} UNION ALL ${side('to')} AND ${where}`

/** An account's balance before a span, and its sums within the span, by kind. */
export function sumSpans({ raw }: Connection) {
  const before = raw.prepare<[{ account: number; from: number }], { sum: number }>(
    `SELECT coalesce(sum(amount), 0) AS sum FROM (${sides('moved.at < @from')})`,
  )
  const within = raw.prepare<
    [{ account: number; agent: number; from: number; to: number }],
    Omit<KindSum, 'own'> & { own: number }
  >(
    `SELECT act.kind, act.by_id = @agent AS own, sum(moved.amount) AS sum
    FROM (${sides('moved.at >= @from AND moved.at < @to')}) AS moved
      CROSS JOIN ledger_transactions AS act ON act.id = moved.transaction_id GROUP BY act.kind, own`,
  )
  return ({ id: account, agentId }: LedgerAccount, from: number, to: number): SpanSums => {
    const rows = within.all({ account, agent: agentId ?? 0, from, to })
    return spanSums(
      before.get({ account, from })?.sum ?? 0,
      rows.map((row) => ({ ...row, own: row.own === 1 })),
    )
  }
}
