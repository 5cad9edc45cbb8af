import { z } from 'zod'
import { defineAction } from '../action.ts'
import { bulkAnswer, listInput, listOutput } from '../paging.ts'
import { agentRecord, issuedInvitation, newPassword, personSettings } from '../records/person.ts'
import { agentRightsRecord, allocationRecord } from '../records/sale.ts'

const owner = ['owner'] as const
const everyone = ['owner', 'developer', 'agent'] as const
const id = z.int().min(1)
const reason = z.string().trim().max(255)

export const AGENT_CONTRACT = {
  /**
   * The owner's are all of them; a developer's those that have an account in his books or that his codes and trading
   * accounts are attributed to; an agent's those below it.
   */
  agent_list: defineAction({
    roles: everyone,
    permission: ['codes', 'devices', 'people', 'sales'],
    reads: true,
    input: listInput(['id', 'name'], {}),
    output: listOutput(agentRecord),
  }),

  /**
   * One that works for whoever makes it: it has an account in his books from then on and counts for his plan. An agent
   * makes agents below it; 403 with `fields.level` for one that may have none.
   */
  agent_create: defineAction({
    roles: everyone,
    permission: ['people', 'sales.manage'],
    creates: true,
    input: personSettings
      .partial()
      .extend({ name: personSettings.shape.name, password: newPassword.optional() }),
    output: z.object({ agent: agentRecord, invitation: issuedInvitation.nullable() }),
  }),

  /** 404 for one that works for somebody else too: what it is called is not one developer's to say. */
  agent_update: defineAction({
    roles: everyone,
    permission: ['people', 'sales.manage'],
    input: personSettings.partial().extend({ id }),
    output: agentRecord,
  }),

  /** He is signed out, and his codes refuse from then on (specification, kmlogon: agent-ban check). */
  agent_ban: defineAction({
    roles: owner,
    permission: 'people',
    stepUp: true,
    input: z.strictObject({ id, reason: reason.min(1) }),
    output: agentRecord,
  }),

  agent_unban: defineAction({
    roles: owner,
    permission: 'people',
    stepUp: true,
    input: z.strictObject({ id }),
    output: agentRecord,
  }),

  /** What agents may do for their customers; an agent sees its own and those of agents below it. */
  agent_rights_list: defineAction({
    roles: everyone,
    permission: 'sales',
    reads: true,
    input: z.strictObject({ agent: id.optional(), app: id.optional() }),
    output: z.object({ rows: z.array(agentRightsRecord) }),
  }),

  /** An agent gives agents below it no more than it has itself; what is taken from it is taken from those too. */
  agent_rights_set: defineAction({
    roles: everyone,
    permission: 'sales.manage',
    input: z
      .strictObject(agentRightsRecord.omit({ agent_name: true, app_name: true }).shape)
      .partial()
      .extend({ agent: z.int().min(1), app: z.int().min(1) }),
    output: agentRightsRecord,
  }),

  /** Everything an agent's day begins with, of its own alone. */
  agent_home: defineAction({
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
  }),

  /**
   * All customers of an agent in the caller's applications, codes and trading accounts, go to another one or to nobody. What
   * it gave back or has in stock stays. Over 500 it answers with a job; `codes` and `devices` are then those that will go.
   * `dry_run` only counts. 404 for an agent that doesn't work for the caller; 422 `fields.to`: `same`, `unknown`, `banned`.
   */
  agent_move_customers: defineAction({
    roles: ['owner', 'developer'],
    permission: 'sales.manage',
    stepUpFor: ({ dry_run: dryRun }) => !dryRun,
    input: z.strictObject({ from: id, to: id.nullable(), dry_run: z.boolean().default(false) }),
    output: bulkAnswer.extend({ codes: z.int(), devices: z.int() }),
  }),
}
