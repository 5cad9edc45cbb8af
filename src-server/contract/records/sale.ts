import { z } from 'zod'
import {
  AGENT_RIGHTS,
  LEDGER_KINDS,
  MAX_MONEY,
  MAX_QUOTA,
  SALE_STATES,
  TRANSFER_KINDS,
} from '../sales-names.ts'
import { CODE_TYPES } from './code.ts'

/** Minor units, 0 or more. */
export const price = z.int().min(0).max(MAX_MONEY)
/** Minor units, more than 0. */
export const sum = z.int().min(1).max(MAX_MONEY)
export const quota = z.int().min(0).max(MAX_QUOTA)

/** An agent's permission to sell (the specification, Roles: Agent). */
export const allocationRecord = z.object({
  id: z.int(),
  agent: z.int(),
  agent_name: z.string(),
  /** The allocation of the agent above. null for one given by the developer. */
  parent: z.int().nullable(),
  app: z.int(),
  app_name: z.string(),
  /** The operator in whose books it is paid. */
  book: z.int(),
  type: z.enum(CODE_TYPES),
  seconds: z.int(),
  left: z.int().nullable(),
  unit: z.string().nullable(),
  amount: z.int().nullable(),
  quota: z.int(),
  /** Taken and not returned, plus the share of agents below. */
  used: z.int(),
  price: z.int(),
  closed: z.boolean(),
  note: z.string(),
  created_at: z.int(),
})
export type AllocationRecord = z.output<typeof allocationRecord>

/** The quota and price that apply from `at` on. */
export const allocationChangeRecord = z.object({
  at: z.int(),
  by: z.string(),
  quota: z.int(),
  price: z.int(),
  closed: z.boolean(),
})

export const agentRightsRecord = z.object({
  agent: z.int(),
  agent_name: z.string(),
  app: z.int(),
  app_name: z.string(),
  ...(Object.fromEntries(AGENT_RIGHTS.map((right) => [right, z.boolean()])) as Record<
    (typeof AGENT_RIGHTS)[number],
    z.ZodBoolean
  >),
})
export type AgentRightsRecord = z.output<typeof agentRightsRecord>

export const saleRecord = z.object({
  id: z.int(),
  kami: z.string(),
  /** null after the code was purged. */
  code: z.int().nullable(),
  app: z.int(),
  app_name: z.string(),
  allocation: z.int(),
  agent: z.int(),
  agent_name: z.string(),
  type: z.enum(CODE_TYPES),
  seconds: z.int(),
  left: z.int().nullable(),
  state: z.enum(SALE_STATES),
  /** Whether a customer has logged in with it, so that it can't be refunded. */
  used: z.boolean(),
  price: z.int(),
  sale_price: z.int().nullable(),
  customer: z.string(),
  contact: z.string(),
  note: z.string(),
  taken_at: z.int(),
  sold_at: z.int().nullable(),
  refunded_at: z.int().nullable(),
})
export type SaleRecord = z.output<typeof saleRecord>

/** An agent's ledger account in somebody's books. */
export const ledgerAccountRecord = z.object({
  /** The owner of the book: the owner of the applications. */
  book: z.int(),
  book_name: z.string(),
  agent: z.int(),
  agent_name: z.string(),
  balance: z.int(),
  credit: z.int(),
})
export type LedgerAccountRecord = z.output<typeof ledgerAccountRecord>

/** A line of an agent's ledger account: the amount it got (above 0) or gave, and the balance afterwards. */
export const ledgerLineRecord = z.object({
  id: z.int(),
  transaction: z.int(),
  at: z.int(),
  kind: z.enum(LEDGER_KINDS),
  what: z.enum(TRANSFER_KINDS),
  amount: z.int(),
  balance: z.int(),
  /** The number of codes that it pays for. */
  count: z.int(),
  reference: z.string(),
  note: z.string(),
  by: z.string(),
})
export type LedgerLineRecord = z.output<typeof ledgerLineRecord>
