/** The accounts of the ledger whose balance is not that of their transfers, counted. Both engines read it. */
export const WRONG_BALANCES = `SELECT count(*) AS wrong FROM ledger_accounts AS a
  LEFT JOIN (SELECT account, sum(amount) AS amount FROM (
      SELECT to_id AS account, amount FROM ledger_transfers UNION ALL
      SELECT from_id, -amount FROM ledger_transfers) AS moves GROUP BY account) AS m ON m.account = a.id
  WHERE a.balance <> coalesce(m.amount, 0)`
