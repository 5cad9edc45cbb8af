import type Database from 'better-sqlite3'
import type { PulseFigures } from '../../latest-pulse.ts'
import { PAGE_SIZE } from '../../telemetry/account-page.ts'
import type { AccountPages } from './account-pages.ts'
import type { PageFile } from './page-file.ts'

const COLUMNS = `device_id AS deviceId, at, equity, balance, dd, positions, buy_pos AS buyPos, sell_pos AS sellPos,
  float_pnl AS floatPnl, margin_level AS marginLevel, leverage, day_profit AS dayProfit, pending_orders AS pendingOrders,
  interval, symbol, ip`

/** A row of the layout before. null: the pulse had no such value. */
type Row = { [K in keyof PulseFigures]: PulseFigures[K] | null }

/** Moves the latest pulses of the layout before into pages. */
export function takeOldLatest(db: Database.Database, pages: AccountPages, file: PageFile): void {
  const rows = db.prepare<[], Row>(`SELECT ${COLUMNS} FROM latest`).all()
  if (rows.length === 0) return
  for (const row of rows) {
    const pulse = figuresOf(row)
    const page = pages.of(pulse.deviceId)
    const local = pulse.deviceId % PAGE_SIZE
    page.setLatest(local, pulse)
    page.setBefore(local, pulse.equity, pulse.balance)
  }
  db.transaction(() => {
    for (const page of pages.all()) file.write(page, 0)
    db.prepare('DELETE FROM latest').run()
  }).immediate()
}

function figuresOf(row: Row): PulseFigures {
  const known = (value: number | null) => value ?? NaN
  return {
    deviceId: known(row.deviceId),
    at: known(row.at),
    equity: known(row.equity),
    balance: known(row.balance),
    dd: known(row.dd),
    positions: known(row.positions),
    buyPos: known(row.buyPos),
    sellPos: known(row.sellPos),
    floatPnl: known(row.floatPnl),
    marginLevel: known(row.marginLevel),
    interval: known(row.interval),
    leverage: known(row.leverage),
    dayProfit: known(row.dayProfit),
    pendingOrders: known(row.pendingOrders),
    symbol: row.symbol ?? '',
    ip: row.ip ?? '',
  }
}
