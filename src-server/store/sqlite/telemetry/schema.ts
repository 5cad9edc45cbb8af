import { blob, index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** An account's latest pulse. null for a number that the pulse lacks. */
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
  leverage: real(),
  dayProfit: real('day_profit'),
  pendingOrders: real('pending_orders'),
  /** Seconds between pulses, smoothed. */
  interval: real().notNull(),
  symbol: text().notNull().default(''),
  ip: text().notNull().default(''),
})

/** The last texts of an account's program about itself. No row: it never sent any. */
export const programs = sqliteTable('programs', {
  deviceId: integer('device_id').primaryKey(),
  currency: text().notNull(),
  version: text().notNull(),
  magic: text().notNull(),
  accountName: text('account_name').notNull(),
})

/**
 * The history in steps of `tier` seconds (60, 600, 3600, 86400). roll-up.ts says how long each is kept.
 * equity_min, equity_max, dd_max and margin_min are the bounds within the step; the others are its last values.
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
    leverage: real(),
    dayProfit: real('day_profit'),
    pendingOrders: real('pending_orders'),
    marginMin: real('margin_min'),
    deposits: real().notNull().default(0),
    withdrawals: real().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.deviceId, table.tier, table.at] })],
)

/** Days of accounts by the server's wall clock. `day` counts from 1970. The first values are the last ones before it. */
export const days = sqliteTable(
  'days',
  {
    deviceId: integer('device_id').notNull(),
    day: integer().notNull(),
    equityFirst: real('equity_first'),
    equity: real(),
    balanceFirst: real('balance_first'),
    balance: real(),
    equityMin: real('equity_min'),
    equityMax: real('equity_max'),
    ddMax: real('dd_max'),
    positions: real(),
    deposits: real().notNull(),
    withdrawals: real().notNull(),
  },
  (table) => [primaryKey({ columns: [table.deviceId, table.day] })],
)

/** The last events of each code (code-events.ts says how many, and for how long). */
export const codeEvents = sqliteTable(
  'code_events',
  {
    id: integer().primaryKey(),
    codeId: integer('code_id').notNull(),
    kind: text().notNull(),
    /** The first and the last time, Unix seconds. Repetitions share one row. */
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

/**
 * The sums of all trading accounts in steps of `step` seconds (fleet-samples.ts), by application, agent and currency. One
 * row has all groups of a moment (fleet-pack.ts), so that the number of rows doesn't grow with the groups.
 */
export const fleetSamples = sqliteTable(
  'fleet_samples',
  {
    step: integer().notNull(),
    /** The step's start, Unix seconds. */
    at: integer().notNull(),
    /** How many samples the step is made of. */
    samples: integer().notNull(),
    groups: blob({ mode: 'buffer' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.step, table.at] })],
)
