import { z } from 'zod'
import { defineAction } from '../action.ts'
import { MAX_CODE_LENGTH, MAX_EXTENSION_SECONDS, MAX_PAGE_SIZE } from '../limits.ts'
import { bulkAnswer, bulkOutput, bulkTarget, listInput, listOutput, ONE_TARGET } from '../paging.ts'
import { accountRecord } from '../records/account.ts'
import { ACCOUNT } from '../subjects/account.ts'
import { bulkShape, createShape, editShape, fieldSchema, filterShape } from '../subjects/schemas.ts'

const manages = ['owner', 'developer'] as const
const id = z.int().min(1)

export const accountFilter = filterShape(ACCOUNT)

export const ACCOUNT_CONTRACT = {
  account_list: defineAction({
    roles: manages,
    permission: 'accounts',
    reads: true,
    input: listInput(ACCOUNT.sorts, accountFilter),
    output: listOutput(accountRecord),
  }),

  account_get: defineAction({
    roles: manages,
    permission: 'accounts',
    reads: true,
    input: z.strictObject({ id }),
    /** With the name of the account that invited it, while that is there. */
    output: accountRecord.extend({ inviter_user: z.string().nullable() }),
  }),

  account_create: defineAction({
    roles: manages,
    permission: 'accounts.edit',
    creates: true,
    input: z.strictObject(createShape(ACCOUNT)),
    output: accountRecord,
  }),

  /** Changes the members it names, leaves the others. A new password ends the wait after failed logins. */
  account_update: defineAction({
    roles: manages,
    permission: 'accounts.edit',
    input: z.strictObject({ ...editShape(ACCOUNT), id }),
    output: accountRecord,
  }),

  /**
   * Gives an account a new password, which is answered this once and never again; without one the server makes it. It
   * ends the wait after failed logins.
   */
  account_password_reset: defineAction({
    roles: manages,
    permission: 'accounts.edit',
    input: z.strictObject({ id, password: fieldSchema(ACCOUNT.fields.password).optional() }),
    output: z.object({ password: z.string() }),
  }),

  /**
   * Disables with a reason, enables, lengthens: many accounts at once. `extend_seconds` counts from now or from the end,
   * whichever is later; an account for ever is skipped.
   */
  account_bulk: defineAction({
    roles: manages,
    permission: 'accounts.edit',
    input: z
      .strictObject({
        ...bulkTarget(accountFilter),
        ...bulkShape(ACCOUNT),
        extend_seconds: z.int().min(1).max(MAX_EXTENSION_SECONDS).optional(),
      })
      .refine(...ONE_TARGET),
    output: bulkAnswer,
  }),

  account_delete: defineAction({
    roles: manages,
    permission: 'accounts.edit',
    input: z.strictObject({ ids: z.array(id).min(1).max(MAX_PAGE_SIZE) }),
    output: bulkOutput,
  }),

  /** Spends a time, permanent or VIP code on an account. Refusals have the codes of the specification's table. */
  account_recharge: defineAction({
    roles: manages,
    permission: 'accounts.edit',
    input: z.strictObject({ id, kami: z.string().max(MAX_CODE_LENGTH) }),
    output: accountRecord,
  }),
}
