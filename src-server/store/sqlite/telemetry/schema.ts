import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** An account's latest pulse. A number that wasn't sent is null. */
export const latest = sqliteTable('latest', {
  deviceId: integer('device_id').primaryKey(),
  at: integer().notNull(),
  equity: real(),
  balance: real(),
  dd: real(),
  positions: real(),
  buyPos: real('buy_pos'),
  sellPos: real('sell_pos'),
  floatPnl: real('float_pnl'),
  marginLevel: real('margin_level'),
  /** Seconds between pulses, smoothed. */
  interval: real().notNull(),
  symbol: text().notNull().default(''),
  ip: text().notNull().default(''),
})

/**
 * History in steps of `tier` seconds (60, 600, 3600, 86400), each kept as long as roll-ups.ts says.
 * equity_min and equity_max bound the step, equity, balance and positions are its last.
 */
export const history = sqliteTable(
  'history',
  {
    deviceId: integer('device_id').notNull(),
    tier: integer().notNull(),
    at: integer().notNull(),
    equityMin: real('equity_min'),
    equityMax: real('equity_max'),
    equity: real(),
    balance: real(),
    ddMax: real('dd_max'),
    positions: real(),
  },
  (table) => [primaryKey({ columns: [table.deviceId, table.tier, table.at] })],
)

/** What happened to codes, the last of each (code-events.ts says how many and how long). */
export const codeEvents = sqliteTable(
  'code_events',
  {
    id: integer().primaryKey(),
    codeId: integer('code_id').notNull(),
    kind: text().notNull(),
    /** Unix seconds, the first and the last time: the same again and again is one row. */
    since: integer().notNull(),
    at: integer().notNull(),
    times: integer().notNull(),
    markcode: text().notNull(),
    ip: text().notNull(),
    by: text().notNull(),
    detail: text().notNull(),
  },
  (table) => [index('code_events_code').on(table.codeId)],
)
