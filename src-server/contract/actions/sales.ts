import { z } from 'zod'
import { defineAction } from '../action.ts'
import { CODE_TYPES, CODE_UNITS } from '../code-names.ts'
import { bulkOutput, listInput, listOutput } from '../paging.ts'
import {
  allocationChangeRecord,
  allocationRecord,
  ledgerAccountRecord,
  ledgerLineRecord,
  price,
  quota,
  saleRecord,
  sum,
} from '../records/sale.ts'
import { referenceTo } from '../reference.ts'
import { MAX_MONEY, MAX_TAKEN } from '../sales-names.ts'
import { CODE } from '../subjects/code.ts'
import { SALE } from '../subjects/sale.ts'
import { editShape, fieldSchema, filterShape } from '../subjects/schemas.ts'
import { ALLOCATION, LEDGER_ACCOUNT, LEDGER_LINE, PAYMENT } from '../subjects/selling.ts'

const everyone = ['owner', 'developer', 'agent'] as const
const manages = ['owner', 'developer'] as const
const agent = referenceTo('agent')
const allocation = referenceTo('allocation')
const sale = referenceTo('sale')
/** Two calls with the same key count as one. */
const key = z.string().min(8).max(64)

const money = {
  agent,
  amount: sum,
  key,
  note: fieldSchema(PAYMENT.note).default(''),
  reference: fieldSchema(PAYMENT.reference).default(''),
}

export const SALE_CONTRACT = {
  /**
   * Takes codes from the caller's own allocation and pays for them, all or none. A code with several seats counts and
   * costs like as many codes. 409 with `fields.quota` or `fields.balance`.
   */
  sale_take: defineAction({
    roles: ['agent'],
    permission: 'sales',
    input: z.strictObject({
      allocation,
      count: z.int().min(1).max(MAX_TAKEN),
      seats: fieldSchema(CODE.fields.seats).default(1),
      key,
      sale_price: price.optional(),
      customer: fieldSchema(SALE.fields.customer).default(''),
      contact: fieldSchema(SALE.fields.contact).default(''),
      note: fieldSchema(SALE.fields.note).default(''),
    }),
    output: z.object({ sales: z.array(saleRecord), balance: z.int() }),
  }),

  sale_list: defineAction({
    roles: everyone,
    permission: 'sales',
    reads: true,
    input: listInput(SALE.sorts, filterShape(SALE)),
    output: listOutput(saleRecord),
  }),

  /** Marks an agent's own sales as sold, or changes their notes. */
  sale_update: defineAction({
    roles: ['agent'],
    permission: 'sales',
    input: z.strictObject({
      ids: z.array(sale).min(1).max(MAX_TAKEN),
      ...editShape(SALE),
      sold: z.boolean().optional(),
    }),
    output: z.object({ rows: z.array(saleRecord) }),
  }),

  /** Gives unused codes back: they are deleted, and every agent of the chain gets quota and price back. */
  sale_refund: defineAction({
    roles: everyone,
    permission: 'sales.manage',
    input: z.strictObject({ ids: z.array(sale).min(1).max(MAX_TAKEN) }),
    output: bulkOutput,
  }),

  /** Agents' ledger accounts: those in the caller's books, or an agent's own. */
  ledger_accounts: defineAction({
    roles: everyone,
    permission: 'sales',
    reads: true,
    input: listInput(LEDGER_ACCOUNT.sorts, filterShape(LEDGER_ACCOUNT)),
    output: listOutput(ledgerAccountRecord),
  }),

  /** Lines of one agent's ledger account, the newest first. An agent sees only its own. */
  ledger_list: defineAction({
    roles: everyone,
    permission: 'sales',
    reads: true,
    input: listInput(LEDGER_LINE.sorts, filterShape(LEDGER_LINE)),
    output: listOutput(ledgerLineRecord),
  }),

  /** Records a payment of an agent. */
  ledger_topup: defineAction({
    roles: manages,
    permission: 'sales.manage',
    input: z.strictObject(money),
    output: ledgerAccountRecord,
  }),

  /** Records money paid to an agent. 409 with `fields.amount` for more than the balance. */
  ledger_payout: defineAction({
    roles: manages,
    permission: 'sales.manage',
    stepUp: true,
    input: z.strictObject(money),
    output: ledgerAccountRecord,
  }),

  /** Corrects a mistake by a transfer of its own: the agent gets an amount above 0. The note says why. */
  ledger_correct: defineAction({
    roles: manages,
    permission: 'sales.manage',
    stepUp: true,
    input: z.strictObject({
      ...money,
      amount: z
        .int()
        .min(-MAX_MONEY)
        .max(MAX_MONEY)
        .refine((amount) => amount !== 0, 'not 0'),
      note: z.string().trim().min(1).max(255),
    }),
    output: ledgerAccountRecord,
  }),

  /** Sets how far an agent's balance may go below zero. */
  ledger_credit_set: defineAction({
    roles: manages,
    permission: 'sales.manage',
    input: z.strictObject({ agent, credit: price }),
    output: ledgerAccountRecord,
  }),

  /** A span of one agent in one book: the opening balance, each line, the closing balance. */
  ledger_statement: defineAction({
    roles: everyone,
    permission: 'sales',
    reads: true,
    input: z.strictObject({
      agent,
      /** May be left out where the agent has only one. */
      book: referenceTo('book').optional(),
      /** Unix seconds. A month starts in the viewer's own time zone. */
      from: z.int().min(0),
      to: z.int().min(0),
    }),
    output: z.object({
      account: ledgerAccountRecord,
      opening: z.int(),
      closing: z.int(),
      /** Sums of the span by kind. */
      sums: z.object({
        topup: z.int(),
        payout: z.int(),
        wholesale: z.int(),
        commission: z.int(),
        refund: z.int(),
        correction: z.int(),
      }),
      /** Codes taken and given back. */
      taken: z.int(),
      refunded: z.int(),
      lines: z.array(ledgerLineRecord),
      /** true: there are more lines. The sums count all of them. */
      is_cut: z.boolean(),
    }),
  }),

  /** Adds all transfers up and compares the sums with the balances. */
  ledger_verify: defineAction({
    roles: manages,
    permission: 'sales',
    reads: true,
    input: z.strictObject({}),
    output: z.object({
      ok: z.boolean(),
      accounts: z.int(),
      transfers: z.int(),
      /** Ledger accounts whose balance differs from the sum of their transfers, the oldest first. */
      broken: z.array(
        z.object({
          id: z.int(),
          book_name: z.string(),
          kind: z.enum(['cash', 'revenue', 'agent']),
          /** Empty for cash and revenue. */
          agent_name: z.string(),
        }),
      ),
    }),
  }),

  /** An agent sees its own allocations and those that it gave to agents below it. */
  allocation_list: defineAction({
    roles: everyone,
    permission: 'sales',
    reads: true,
    input: listInput(ALLOCATION.sorts, filterShape(ALLOCATION)),
    output: listOutput(allocationRecord),
  }),

  /**
   * Gives an agent codes of one worth to sell. An agent gives parts of its own allocation, `parent`, to agents below it; the
   * quota counts as taken from `parent`. 409 where the agent has an allocation of that worth, and where the quota is short.
   */
  allocation_create: defineAction({
    roles: everyone,
    permission: 'sales.manage',
    creates: true,
    input: z.strictObject({
      agent,
      /** The application, for a developer. An agent names `parent` instead. */
      app: referenceTo('application').optional(),
      parent: allocation.optional(),
      type: z.enum(CODE_TYPES).optional(),
      unit: z.enum(CODE_UNITS).optional(),
      amount: z.int().min(1).max(999_999_999).optional(),
      quota,
      price,
      note: z.string().trim().max(255).default(''),
    }),
    output: allocationRecord,
  }),

  /** Changes an allocation from now on. Codes taken before keep their price. 409 for a quota below the used part. */
  allocation_update: defineAction({
    roles: everyone,
    permission: 'sales.manage',
    input: z.strictObject({
      id: allocation,
      ...editShape(ALLOCATION),
    }),
    output: allocationRecord,
  }),

  allocation_history: defineAction({
    roles: everyone,
    permission: 'sales',
    reads: true,
    input: z.strictObject({ id: allocation }),
    /** The newest first, at most 200. */
    output: z.object({ rows: z.array(allocationChangeRecord) }),
  }),
}
