import { z } from 'zod'
import { defineAction } from '../action.ts'
import { MAX_BULK_IDS } from '../limits.ts'
import { accountGroup, groupActRecord, groupEffect } from '../records/group-act.ts'
import { referenceTo } from '../reference.ts'

const everyone = ['owner', 'developer', 'agent'] as const

const order = {
  group: accountGroup,
  /** true: answers the effect, and changes nothing. */
  dry_run: z.boolean().default(false),
  /**
   * The number that the dry run answered. When the act would reach another number of accounts by now, it
   * changes nothing and answers 409, with the new number in `fields.accounts`.
   */
  accounts: z.int().min(0).max(MAX_BULK_IDS).default(0),
  /** The number may differ by this much. */
  tolerance: z.int().min(0).max(MAX_BULK_IDS).default(0),
  reason: z.string().trim().max(255).default(''),
}
const WITH_REASON = [
  (given: { readonly dry_run: boolean; readonly reason: string }) => given.dry_run || given.reason !== '',
  { error: 'a reason', path: ['reason'] as string[] },
] as const
const output = groupEffect.extend({
  /** The number of the act. null for a dry run. */
  id: z.int().nullable(),
})

export const GROUP_CONTRACT = {
  /** Pauses opening on all accounts of a group, as one step: after a crash it happened on all of them or on none. */
  group_pause: defineAction({
    roles: everyone,
    permission: 'devices.control',
    size: 'selection',
    input: z.strictObject(order).refine(...WITH_REASON),
    output,
  }),

  /** Asks all accounts of a group to close all positions, as one step. */
  group_close: defineAction({
    roles: everyone,
    permission: 'devices.control',
    size: 'selection',
    input: z
      .strictObject({
        ...order,
        /** Also pauses opening on the whole group. */
        pause: z.boolean().default(false),
      })
      .refine(...WITH_REASON),
    output: output.extend({
      /** The accounts that were asked. Absent for a dry run. */
      asked: z.array(z.int()).optional(),
    }),
  }),

  /**
   * Resumes opening on the accounts that an act paused and whose switch nobody moved since. 409 where none is
   * left.
   */
  group_resume: defineAction({
    roles: everyone,
    permission: 'devices.control',
    input: z.strictObject({ id: referenceTo('group_act'), dry_run: z.boolean().default(false) }),
    output: groupEffect,
  }),

  /** The acts of the caller's employer, the newest first, at most 50. The owner sees those of all developers. */
  group_act_list: defineAction({
    roles: everyone,
    permission: 'devices',
    reads: true,
    input: z.strictObject({}),
    output: z.object({ rows: z.array(groupActRecord) }),
  }),
}
