import { z } from 'zod'
import { defineAction } from '../action.ts'
import { bulkOutput, listInput, listOutput } from '../paging.ts'
import { ledgerAccountRecord, ledgerLineRecord, price, saleRecord, sum } from '../records/sale.ts'
import { MAX_MONEY, MAX_TAKEN } from '../sales-names.ts'
import { editShape, fieldSchema, filterShape } from '../subjects/schemas.ts'
import { SALE } from '../subjects/sale.ts'
import { LEDGER_ACCOUNT, LEDGER_LINE } from '../subjects/selling.ts'

const everyone = ['owner', 'developer', 'agent'] as const
const manages = ['owner', 'developer'] as const
const id = z.int().min(1)
const text = z.string().trim().max(100)
/** Whoever asks twice with the same one asks once. */
const key = z.string().min(8).max(64)

export const saleFilter = filterShape(SALE)

const money = {
  agent: id,
  amount: sum,
  key,
  note: z.string().trim().max(255).default(''),
  reference: text.default(''),
}

export const SALE_CONTRACT = {
  /** Takes codes from the caller's own allocation and pays for them, all or none. 409 `fields.quota` or `fields.balance`. */
  sale_take: defineAction({
    roles: ['agent'],
    permission: 'sales',
    input: z.strictObject({
      allocation: id,
      count: z.int().min(1).max(MAX_TAKEN),
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
    input: listInput(SALE.sorts, saleFilter),
    output: listOutput(saleRecord),
  }),

  /** Marks them as sold, or says more of them. Only the agent's own. */
  sale_update: defineAction({
    roles: ['agent'],
    permission: 'sales',
    input: z.strictObject({
      ids: z.array(id).min(1).max(MAX_TAKEN),
      ...editShape(SALE),
      sold: z.boolean().optional(),
    }),
    output: z.object({ rows: z.array(saleRecord) }),
  }),

  /** Gives codes nobody has used back: they are deleted, the quota and the price come back along the same way. */
  sale_refund: defineAction({
    roles: everyone,
    permission: 'sales.manage',
    input: z.strictObject({ ids: z.array(id).min(1).max(MAX_TAKEN) }),
    output: bulkOutput,
  }),

  /** Agents' accounts: in the caller's books, or an agent's own. */
  ledger_accounts: defineAction({
    roles: everyone,
    permission: 'sales',
    reads: true,
    input: listInput(LEDGER_ACCOUNT.sorts, filterShape(LEDGER_ACCOUNT)),
    output: listOutput(ledgerAccountRecord),
  }),

  /** Lines of one agent's account, the newest first. An agent names only itself. */
  ledger_list: defineAction({
    roles: everyone,
    permission: 'sales',
    reads: true,
    input: listInput(LEDGER_LINE.sorts, filterShape(LEDGER_LINE)),
    output: listOutput(ledgerLineRecord),
  }),

  /** What an agent prepaid was received. */
  ledger_topup: defineAction({
    roles: manages,
    permission: 'sales.manage',
    input: z.strictObject(money),
    output: ledgerAccountRecord,
  }),

  /** Money an agent has is paid out. 409 `fields.amount` for more than there is. */
  ledger_payout: defineAction({
    roles: manages,
    permission: 'sales.manage',
    stepUp: true,
    input: z.strictObject(money),
    output: ledgerAccountRecord,
  }),

  /** A mistake is mended by a transfer of its own: above 0 the agent gets it. The note says why. */
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

  /** How far an agent may go below zero. */
  ledger_credit_set: defineAction({
    roles: manages,
    permission: 'sales.manage',
    input: z.strictObject({ agent: id, credit: price }),
    output: ledgerAccountRecord,
  }),

  /** A month of one agent in one book: what there was, each line, what there is; it adds up to the ledger. */
  ledger_statement: defineAction({
    roles: everyone,
    permission: 'sales',
    reads: true,
    input: z.strictObject({
      agent: id,
      /** The only one there is, where it is left out. */
      book: id.optional(),
      /** Unix seconds; the viewer's months begin in his own zone. */
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
      /** More lines than are listed: the sums hold all. */
      is_cut: z.boolean(),
    }),
  }),

  /** Adds every transfer up and compares it with the balances. */
  ledger_verify: defineAction({
    roles: manages,
    permission: 'sales',
    reads: true,
    input: z.strictObject({}),
    output: z.object({
      ok: z.boolean(),
      accounts: z.int(),
      transfers: z.int(),
      /** Accounts whose balance isn't what their transfers make, in the order they were opened. */
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
}
