import { blob, index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The pulses since the pages of their accounts were stored, in columns, in the order of their arrival. */
export const journal = sqliteTable('journal', {
  seq: integer().primaryKey(),
  /** Minutes the server's wall clock was ahead of UTC. */
  utcOffset: integer('utc_offset').notNull(),
  pulses: blob({ mode: 'buffer' }).notNull(),
})

/** Neighbouring accounts as in memory: their latest pulses, running minutes and running days. */
export const accountPages = sqliteTable('account_pages', {
  page: integer().primaryKey(),
  /** The last entry of the journal that the page has. */
  seq: integer().notNull(),
  state: blob({ mode: 'buffer' }).notNull(),
})

/** Minutes that ended, of the accounts of a page within a span of chunks. */
export const freshSteps = sqliteTable(
  'fresh_steps',
  {
    id: integer().primaryKey(),
    span: integer().notNull(),
    page: integer().notNull(),
    steps: blob({ mode: 'buffer' }).notNull(),
  },
  (table) => [
    index('fresh_steps_span').on(table.span, table.page),
    index('fresh_steps_page').on(table.page, table.span),
  ],
)

/** The history: the steps of an account in a span, in columns. step-chunks.ts says what a key holds. */
export const stepChunks = sqliteTable('step_chunks', {
  key: integer().primaryKey(),
  steps: blob({ mode: 'buffer' }).notNull(),
})

/** The days of the accounts of a page, in columns. day-pages.ts says what a key holds. */
export const dayPages = sqliteTable('day_pages', {
  key: integer().primaryKey(),
  days: blob({ mode: 'buffer' }).notNull(),
})

/** The progress of making longer steps from shorter ones (fold.ts). */
export const foldProgress = sqliteTable('fold_progress', {
  level: integer().primaryKey(),
  span: integer().notNull(),
  account: integer().notNull(),
  begun: integer().notNull(),
})

/** The bytes in use at a time, for the forecast. */
export const sizes = sqliteTable('sizes', {
  at: integer().primaryKey(),
  bytes: integer().notNull(),
})

/** An account's latest pulse in the layout before. The first start with `account_pages` moves them there. null for a number that the pulse lacks. */
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
 * The layout before `step_chunks`, until its accounts have moved there: the history in steps of `tier` seconds (60, 600, 3600, 86400). tiers.ts says how long each is kept.
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

/** The layout before `day_pages`: days of accounts by the server's wall clock. `day` counts from 1970. The first values are the last ones before it. */
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
    /** The number of samples in the step. */
    samples: integer().notNull(),
    groups: blob({ mode: 'buffer' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.step, table.at] })],
)
