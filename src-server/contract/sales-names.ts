/**
 * Names and limits of agents' business, without the schemas, for lists on screens. Money is integer minor
 * units.
 */

export const LEDGER_KINDS = ['topup', 'payout', 'purchase', 'refund', 'correction'] as const
export type LedgerKind = (typeof LEDGER_KINDS)[number]

/** The purposes of transfers. */
export const TRANSFER_KINDS = ['topup', 'payout', 'wholesale', 'commission', 'refund', 'correction'] as const
export type TransferKind = (typeof TRANSFER_KINDS)[number]

/** `stock`: taken and not marked as sold. */
export const SALE_STATES = ['stock', 'sold', 'refunded'] as const
export type SaleState = (typeof SALE_STATES)[number]

/** The maximum of any sum, minor units, far below the limit of exact integers. */
export const MAX_MONEY = 1_000_000_000_000
/** The maximum quota of an allocation. */
export const MAX_QUOTA = 1_000_000
/** The maximum number of codes taken with one call. */
export const MAX_TAKEN = 500
/** The maximum number of agents above one another, counted from the developer's own agent. */
export const MAX_AGENT_LEVELS = 3

/** The rights of an agent for its own customers in an application. */
export const AGENT_RIGHTS = ['pause_open', 'pause_add', 'close_all', 'unbind', 'rebind'] as const
export type AgentRight = (typeof AGENT_RIGHTS)[number]

/** The kinds of risks. */
export const RISK_KINDS = [
  'drawdown',
  'margin',
  'silent',
  'refused_cluster',
  'many_addresses',
  'two_terminals',
  'skewed_clock',
  'close_overdue',
  'rule',
  'keys_exposed',
  'weak_setting',
] as const
export type RiskKind = (typeof RISK_KINDS)[number]
