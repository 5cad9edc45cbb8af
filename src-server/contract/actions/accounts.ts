import { z } from 'zod'
import { defineAction } from '../action.ts'
import { MAX_CODE_LENGTH, MAX_EXTENSION_SECONDS, MAX_IMPORTED_ACCOUNTS, MAX_PAGE_SIZE } from '../limits.ts'
import {
  bulkAnswer,
  bulkOutput,
  bulkTarget,
  listInput,
  listOutput,
  ONE_TARGET,
  someChange,
} from '../paging.ts'
import { accountRecord } from '../records/account.ts'
import { exportInput, exportOutput } from '../records/export.ts'
import { importNumber, importOrigin } from '../records/import.ts'
import { naming, referenceTo } from '../reference.ts'
import { ACCOUNT } from '../subjects/account.ts'
import { bulkShape, createShape, editShape, fieldSchema, filterShape } from '../subjects/schemas.ts'

const manages = ['owner', 'developer'] as const
const id = referenceTo('account')

const accountFilter = filterShape(ACCOUNT)

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
    /** `inviter_user` names the user account that invited this one, while it exists. */
    output: accountRecord.extend({ inviter_user: z.string().nullable() }),
  }),

  account_create: defineAction({
    roles: manages,
    permission: 'accounts.edit',
    creates: true,
    input: z.strictObject(createShape(ACCOUNT)),
    output: accountRecord,
  }),

  /** Changes the members that the input names. A new password ends the wait after failed logins. */
  account_update: defineAction({
    roles: manages,
    permission: 'accounts.edit',
    input: z.strictObject({ ...editShape(ACCOUNT), id }),
    output: accountRecord,
  }),

  /**
   * Gives a user account a new password; without one the server makes it. Only this answer shows it. It ends the wait after
   * failed logins.
   */
  account_password_reset: defineAction({
    roles: manages,
    permission: 'accounts.edit',
    input: z.strictObject({ id, password: fieldSchema(ACCOUNT.fields.password).optional() }),
    output: z.object({ password: z.string() }),
  }),

  /**
   * Disables with a reason, enables or extends many user accounts. `extend_seconds` counts from now or from the end, the
   * later one. A permanent account is skipped.
   */
  account_bulk: defineAction({
    roles: manages,
    permission: 'accounts.edit',
    size: 'selection',
    input: z
      .strictObject({
        ...bulkTarget('account', accountFilter),
        ...bulkShape(ACCOUNT),
        extend_seconds: z.int().min(1).max(MAX_EXTENSION_SECONDS).optional(),
      })
      .refine(...ONE_TARGET)
      .refine(...someChange({ ...bulkShape(ACCOUNT), extend_seconds: true })),
    output: bulkAnswer,
  }),

  account_delete: defineAction({
    roles: manages,
    permission: 'accounts.edit',
    input: z.strictObject({ ids: z.array(id).min(1).max(MAX_PAGE_SIZE) }),
    output: bulkOutput,
  }),

  /** Recharges a user account with a time, permanent or VIP code. Refusals have the codes of the specification's table. */
  account_recharge: defineAction({
    roles: manages,
    permission: 'accounts.edit',
    input: z.strictObject({ id, kami: naming('kami', z.string().max(MAX_CODE_LENGTH)) }),
    output: accountRecord,
  }),

  /** The user accounts of a filter as a file in pieces, the oldest first. It holds no passwords and no hashes. */
  account_export: defineAction({
    roles: manages,
    permission: 'accounts',
    reads: true,
    input: exportInput(accountFilter),
    output: exportOutput,
  }),

  /**
   * User accounts from a file. A row is an `importedAccount`. A wrong row is skipped with the reason, and the others are
   * imported. For a row without a password the server makes one; only this answer shows it.
   */
  account_import: defineAction({
    roles: manages,
    permission: 'accounts.edit',
    creates: true,
    size: 'import',
    input: z.strictObject({
      app: referenceTo('application'),
      rows: z.array(z.unknown()).min(1).max(MAX_IMPORTED_ACCOUNTS),
      dry_run: z.boolean().default(false),
      ...importOrigin,
    }),
    output: z.object({
      done: z.int(),
      import: importNumber,
      skipped: z.array(z.object({ row: z.int(), reason: z.string() })),
      /** For the rows that had none. */
      passwords: z.array(z.object({ row: z.int(), user: z.string(), password: z.string() })),
    }),
  }),
}
