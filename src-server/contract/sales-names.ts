/** Words and limits of agents' business, without the schemas: screens list them. Money is integer minor units. */

export const LEDGER_KINDS = ['topup', 'payout', 'purchase', 'refund', 'correction'] as const
export type LedgerKind = (typeof LEDGER_KINDS)[number]

/** What a transfer is for. */
export const TRANSFER_KINDS = ['topup', 'payout', 'wholesale', 'commission', 'refund', 'correction'] as const
export type TransferKind = (typeof TRANSFER_KINDS)[number]

/** `stock`: taken and not marked as sold. */
export const SALE_STATES = ['stock', 'sold', 'refunded'] as const
export type SaleState = (typeof SALE_STATES)[number]

/** Any one sum, minor units: far from where integers end. */
export const MAX_MONEY = 1_000_000_000_000
/** An allocation's quota. */
export const MAX_QUOTA = 1_000_000
/** Codes taken with one call. */
export const MAX_TAKEN = 500
/** Agents above one another, the developer's own the first. */
export const MAX_AGENT_LEVELS = 3

/** What an agent may do for its own customers of an application. */
export const AGENT_RIGHTS = ['pause_open', 'pause_add', 'close_all', 'unbind', 'rebind'] as const
export type AgentRight = (typeof AGENT_RIGHTS)[number]

/** Kinds of what the risk review shows. */
export const RISK_KINDS = [
  'drawdown',
  'silent',
  'refused_cluster',
  'many_addresses',
  'two_terminals',
  'skewed_clock',
  'close_overdue',
  'keys_exposed',
  'weak_setting',
] as const
export type RiskKind = (typeof RISK_KINDS)[number]
