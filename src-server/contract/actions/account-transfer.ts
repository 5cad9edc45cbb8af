import { z } from 'zod'
import { defineAction } from '../action.ts'
import { MAX_IMPORTED_ACCOUNTS } from '../limits.ts'
import { exportInput, exportOutput } from '../records/export.ts'
import { accountFilter } from './accounts.ts'

const manages = ['owner', 'developer'] as const

export const ACCOUNT_TRANSFER_CONTRACT = {
  /** The accounts of a filter as a file, a piece an answer, in the order they were made. Passwords and their hashes never. */
  account_export: defineAction({
    roles: manages,
    permission: 'accounts',
    reads: true,
    input: exportInput(accountFilter),
    output: exportOutput,
  }),

  /**
   * Accounts from a file. A row is an `importedAccount`; one that is none is skipped with the reason, the others are taken
   * anyway. A row without a password gets one the server makes, answered this once and never again.
   */
  account_import: defineAction({
    roles: manages,
    permission: 'accounts.edit',
    creates: true,
    input: z.strictObject({
      app: z.int().min(1),
      rows: z.array(z.unknown()).min(1).max(MAX_IMPORTED_ACCOUNTS),
      dry_run: z.boolean().default(false),
    }),
    output: z.object({
      done: z.int(),
      skipped: z.array(z.object({ row: z.int(), reason: z.string() })),
      /** Of the rows that came without one. */
      passwords: z.array(z.object({ row: z.int(), user: z.string(), password: z.string() })),
    }),
  }),
}
