import type { LedgerAccount } from '../../../domain/sales/ledger.ts'
import { spanSums, type KindSum } from '../../ledger-rows.ts'
import type { SpanSums } from '../../repositories/ledger.ts'
import type { Connection } from '../connection.ts'

const side = (
  of: 'from' | 'to',
) => `SELECT moved.transaction_id, ${of === 'from' ? '-' : ''}moved.amount AS amount
  FROM ledger_transfers AS moved WHERE moved.${of}_id = @account`
const sides = (where: string) => `${side('from')} AND ${where} UNION ALL ${side('to')} AND ${where}`

/** An account's balance before a span, and its sums within the span, by kind. */
export function sumSpans({ prepare }: Connection) {
  const before = prepare<[{ account: number; from: number }], { sum: number }>(
    `SELECT coalesce(sum(amount), 0) AS sum FROM (${sides('moved.at < @from')}) AS moved`,
  )
  const within = prepare<[{ account: number; agent: number; from: number; to: number }], KindSum>(
    `SELECT act.kind, act.by_id = @agent AS own, sum(moved.amount) AS sum
    FROM (${sides('moved.at >= @from AND moved.at < @to')}) AS moved
      JOIN ledger_transactions AS act ON act.id = moved.transaction_id GROUP BY act.kind, own`,
  )
  return async ({ id: account, agentId }: LedgerAccount, from: number, to: number): Promise<SpanSums> => {
    const opening = await before.get({ account, from })
    return spanSums(opening?.sum ?? 0, await within.all({ account, agent: agentId ?? 0, from, to }))
  }
}
