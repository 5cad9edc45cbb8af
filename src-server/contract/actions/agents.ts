import { z } from 'zod'
import { defineAction } from '../action.ts'
import { bulkAnswer, listInput, listOutput } from '../paging.ts'
import { agentRecord, issuedInvitation, newPassword, personSettings } from '../records/person.ts'
import { agentRightsRecord, allocationRecord } from '../records/sale.ts'
import { referenceTo } from '../reference.ts'
import { AGENT } from '../subjects/people.ts'

const owner = ['owner'] as const
const everyone = ['owner', 'developer', 'agent'] as const
const id = referenceTo('agent')
const app = referenceTo('application')
const reason = z.string().trim().max(255)

export const AGENT_CONTRACT = {
  /**
   * The owner sees every agent. A developer sees the agents with an account in their books. An agent sees the agents below
   * it.
   */
  agent_list: defineAction({
    roles: everyone,
    permission: ['codes', 'devices', 'people', 'sales'],
    reads: true,
    input: listInput(AGENT.sorts, {}),
    output: listOutput(agentRecord),
  }),

  /**
   * Makes an agent that works for the caller: it gets an account in the caller's books and counts for their plan. An agent
   * makes agents below itself; 403 with `fields.level` where it may have none.
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

  /** 404 for an agent that the caller didn't make: the maker looks after it, whoever else it works for. */
  agent_update: defineAction({
    roles: everyone,
    permission: ['people', 'sales.manage'],
    input: personSettings.partial().extend({ id }),
    output: agentRecord,
  }),

  /** Signs the agent out. Its codes are refused from then on (the specification, kmlogon: agent-ban check). */
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

  /** The rights of agents to act for their customers. An agent sees its own rights and those of agents below it. */
  agent_rights_list: defineAction({
    roles: everyone,
    permission: 'sales',
    reads: true,
    input: z.strictObject({ agent: id.optional(), app: app.optional() }),
    output: z.object({ rows: z.array(agentRightsRecord) }),
  }),

  /** An agent gives agents below it only rights that it has. A right that an agent loses, the agents below it lose too. */
  agent_rights_set: defineAction({
    roles: everyone,
    permission: 'sales.manage',
    input: z
      .strictObject(agentRightsRecord.omit({ agent_name: true, app_name: true }).shape)
      .partial()
      .extend({ agent: id, app }),
    output: agentRightsRecord,
  }),

  /** The start page of an agent, about its own customers alone. */
  agent_home: defineAction({
    roles: ['agent'],
    permission: 'sales',
    reads: true,
    input: z.strictObject({}),
    output: z.object({
      allocations: z.array(allocationRecord),
      balances: z.array(
        z.object({ book: z.int(), book_name: z.string(), balance: z.int(), credit: z.int() }),
      ),
      /** Sums of the last 7 days. */
      week: z.object({ taken: z.int(), sold: z.int(), turnover: z.int(), cost: z.int() }),
      /**
       * Trading accounts that end within 7 days, the soonest first. After them those that ended in the last 7 days, the
       * latest first. At most 20. `customer` and `contact` are the notes of the code's sale.
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
       * At most 20 trading accounts, the worst first. First those that kept positions after a close command, since `at`.
       * Then those past their application's drawdown threshold, the deepest first, and those that are silent with positions,
       * the longest first: both since their last pulse, and only while their licence holds.
       */
      at_risk: z.array(
        z.object({
          device: z.int(),
          account_key: z.string(),
          label: z.string(),
          reason: z.enum(['drawdown', 'margin', 'silent', 'close_overdue']),
          dd: z.number().nullable(),
          at: z.int(),
        }),
      ),
    }),
  }),

  /**
   * Moves all customers of an agent in the caller's applications (codes and trading accounts) to another agent, or to
   * nobody. Codes that the agent gave back or has in stock stay. Over 500 rows it answers with a job; `codes` and `devices`
   * then count what will move. `dry_run` only counts. 404 for an agent that doesn't work for the caller; 422 `fields.to`:
   * `same`, `unknown`, `banned`.
   */
  agent_move_customers: defineAction({
    roles: ['owner', 'developer'],
    permission: 'sales.manage',
    stepUpFor: ({ dry_run: dryRun }) => !dryRun,
    input: z.strictObject({ from: id, to: id.nullable(), dry_run: z.boolean().default(false) }),
    output: bulkAnswer.extend({ codes: z.int(), devices: z.int() }),
  }),
}
