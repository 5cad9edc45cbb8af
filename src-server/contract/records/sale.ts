import { z } from 'zod'
import { AGENT_RIGHTS, LEDGER_KINDS, MAX_MONEY, MAX_QUOTA, TRANSFER_KINDS } from '../sales-names.ts'
import { recordSchema } from '../subjects/schemas.ts'
import { SALE } from '../subjects/sale.ts'
import { ALLOCATION } from '../subjects/selling.ts'

/** Minor units, 0 or more. */
export const price = z.int().min(0).max(MAX_MONEY)
/** Minor units, more than 0. */
export const sum = z.int().min(1).max(MAX_MONEY)
export const quota = z.int().min(0).max(MAX_QUOTA)

/** An agent's permission to sell (the specification, Roles: Agent). */
export const allocationRecord = recordSchema(ALLOCATION, {})
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

export const saleRecord = recordSchema(SALE, {})
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
