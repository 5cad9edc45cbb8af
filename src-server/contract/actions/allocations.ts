import { z } from 'zod'
import { defineAction } from '../action.ts'
import { listInput, listOutput } from '../paging.ts'
import { CODE_TYPES, CODE_UNITS } from '../code-names.ts'
import { allocationChangeRecord, allocationRecord, price, quota } from '../records/sale.ts'
import { editShape, filterShape } from '../subjects/schemas.ts'
import { ALLOCATION } from '../subjects/selling.ts'

const everyone = ['owner', 'developer', 'agent'] as const
const id = z.int().min(1)

export const ALLOCATION_CONTRACT = {
  /** An agent's own and those it gave to agents below it. */
  allocation_list: defineAction({
    roles: everyone,
    permission: 'sales',
    reads: true,
    input: listInput(ALLOCATION.sorts, filterShape(ALLOCATION)),
    output: listOutput(allocationRecord),
  }),

  /**
   * Gives an agent codes of one worth to sell. An agent gives of its own to agents below it: `parent` is its allocation, and
   * what it gives counts as taken from that. 409 where the agent has that worth already, and where the quota isn't there.
   */
  allocation_create: defineAction({
    roles: everyone,
    permission: 'sales.manage',
    creates: true,
    input: z.strictObject({
      agent: id,
      /** Of a developer's; an agent names `parent` instead. */
      app: id.optional(),
      parent: id.optional(),
      type: z.enum(CODE_TYPES).optional(),
      unit: z.enum(CODE_UNITS).optional(),
      amount: z.int().min(1).max(999_999_999).optional(),
      quota,
      price,
      note: z.string().trim().max(255).default(''),
    }),
    output: allocationRecord,
  }),

  /** From now on; what was taken before keeps its price. 409 for a quota under what is used. */
  allocation_update: defineAction({
    roles: everyone,
    permission: 'sales.manage',
    input: z.strictObject({
      id,
      ...editShape(ALLOCATION),
    }),
    output: allocationRecord,
  }),

  allocation_history: defineAction({
    roles: everyone,
    permission: 'sales',
    reads: true,
    input: z.strictObject({ id }),
    /** The newest first, at most 200. */
    output: z.object({ rows: z.array(allocationChangeRecord) }),
  }),
}
