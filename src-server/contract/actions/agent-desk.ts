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
    /**
     * Trading accounts that end within 7 days, the soonest first, and after them those that ended in the last 7, the latest
     * first; at most 20. `customer` and `contact` are what was noted when their code was sold.
     */
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
    /**
     * The worst first, at most 20: those that kept positions after they were told to close, since `at`; past their
     * application's drawdown threshold, the deepest first, and silent with positions, the longest first: both since their
     * last pulse, and only while their licence holds.
     */
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

/**
 * All customers of an agent in the caller's applications, codes and trading accounts, go to another one or to nobody. What
 * it gave back or has in stock stays. Over 500 it answers with a job; `codes` and `devices` are then those that will go.
 * `dry_run` only counts. 404 for an agent that doesn't work for the caller; 422 `fields.to`: `same`, `unknown`, `banned`.
 */
export const agentMoveCustomers = defineAction({
  name: 'agent_move_customers',
  roles: ['owner', 'developer'],
  permission: 'sales.manage',
  stepUpFor: ({ dry_run: dryRun }) => !dryRun,
  input: z.strictObject({ from: id, to: id.nullable(), dry_run: z.boolean().default(false) }),
  output: bulkAnswer.extend({ codes: z.int(), devices: z.int() }),
})
