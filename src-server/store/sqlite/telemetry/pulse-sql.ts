/** The columns of figures that only newer programs send. Statements without them cost less for all other pulses. */
export const MORE = ', leverage, day_profit, pending_orders'

/** @param more `MORE`, or nothing: then the pulse has none of these figures */
export function latestSql(more: '' | typeof MORE): string {
  const isLong = more !== ''
  return `INSERT INTO latest (device_id, at, equity, balance, dd, positions, buy_pos, sell_pos, float_pnl, margin_level, interval,
      symbol, ip${more})
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?${isLong ? ', ?, ?, ?' : ''})
    ON CONFLICT DO UPDATE SET at = excluded.at, equity = excluded.equity, balance = excluded.balance, dd = excluded.dd,
      positions = excluded.positions, buy_pos = excluded.buy_pos, sell_pos = excluded.sell_pos,
      float_pnl = excluded.float_pnl, margin_level = excluded.margin_level, interval = excluded.interval,
      symbol = excluded.symbol, ip = excluded.ip, leverage = ${isLong ? 'excluded.leverage' : 'NULL'},
      day_profit = ${isLong ? 'excluded.day_profit' : 'NULL'},
      pending_orders = ${isLong ? 'excluded.pending_orders' : 'NULL'}`
}

const STEP_MORE = `, leverage = coalesce(excluded.leverage, leverage),
  day_profit = coalesce(excluded.day_profit, day_profit),
  pending_orders = coalesce(excluded.pending_orders, pending_orders)`

/** @param more `MORE`, or nothing: then the step has none of these figures */
export function stepSql(more: '' | typeof MORE): string {
  const isLong = more !== ''
  // min() and max() of two values are null when one of them is null, hence the coalesce.
  return `INSERT INTO history (device_id, tier, at, equity_min, equity_max, equity, balance, dd_max, positions, margin_min,
      deposits, withdrawals${more})
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?${isLong ? ', ?, ?, ?' : ''})
    ON CONFLICT DO UPDATE SET
      equity_min = min(coalesce(equity_min, excluded.equity_min), coalesce(excluded.equity_min, equity_min)),
      equity_max = max(coalesce(equity_max, excluded.equity_max), coalesce(excluded.equity_max, equity_max)),
      equity = coalesce(excluded.equity, equity), balance = coalesce(excluded.balance, balance),
      dd_max = max(coalesce(dd_max, excluded.dd_max), coalesce(excluded.dd_max, dd_max)),
      positions = coalesce(excluded.positions, positions),
      margin_min = min(coalesce(margin_min, excluded.margin_min), coalesce(excluded.margin_min, margin_min)),
      deposits = deposits + excluded.deposits, withdrawals = withdrawals + excluded.withdrawals${isLong ? STEP_MORE : ''}`
}
