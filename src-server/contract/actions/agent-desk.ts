import { z } from 'zod'
import { defineAction } from '../action.ts'
import { bulkAnswer } from '../paging.ts'
import { allocationRecord } from '../records/sale.ts'

const id = z.int().min(1)

/** Everything an agent's day begins with, of its own alone. */
export const agentHome = defineAction({
  name: 'agent_home',
  roles: ['agent'],
  permission: 'sales',
  reads: true,
  input: z.strictObject({}),
  output: z.object({
    allocations: z.array(allocationRecord),
    balances: z.array(z.object({ book: z.int(), book_name: z.string(), balance: z.int(), credit: z.int() })),
    /** Of the last 7 days. */
    week: z.object({ taken: z.int(), sold: z.int(), turnover: z.int(), cost: z.int() }),
    /** Trading accounts that end within 7 days, the soonest first, at most 20; `days` is below 0 for those past. */
    expiring: z.array(
      z.object({
        device: z.int(),
        account_key: z.string(),
        label: z.string(),
        app_name: z.string(),
        vip: z.int(),
        customer: z.string(),
        contact: z.string(),
      }),
    ),
    open_requests: z.int(),
    /** Past their drawdown threshold or silent with positions, the worst first, at most 20. */
    at_risk: z.array(
      z.object({
        device: z.int(),
        account_key: z.string(),
        label: z.string(),
        reason: z.enum(['drawdown', 'silent', 'close_overdue']),
        dd: z.number().nullable(),
        at: z.int(),
      }),
    ),
  }),
})

/** All customers of an agent, codes and trading accounts, go to another one in one act. */
export const agentMoveCustomers = defineAction({
  name: 'agent_move_customers',
  roles: ['owner', 'developer'],
  permission: 'sales.manage',
  stepUp: true,
  input: z.strictObject({ from: id, to: id.nullable(), dry_run: z.boolean().default(false) }),
  output: bulkAnswer.extend({ codes: z.int(), devices: z.int() }),
})
