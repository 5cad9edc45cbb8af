import { z } from 'zod'
import { defineAction } from '../action.ts'
import { MAX_SERVER_NAME_LENGTH } from '../limits.ts'
import {
  serverMove,
  serverRecord,
  serverRenameRecord,
  unknownServerRecord,
} from '../records/server-rename.ts'
import { referenceTo } from '../reference.ts'

const manages = ['owner', 'developer'] as const
const app = referenceTo('application')
/** Twice the longest name: blanks at the ends don't count, and a name that is too long gets its own refusal. */
const server = z.string().max(2 * MAX_SERVER_NAME_LENGTH)

/** The MT5 servers of trading accounts. They belong to the area of trading accounts. */
export const SERVER_CONTRACT = {
  /** The MT5 servers of the trading accounts that the caller sees, the largest first; and servers that only refused calls name. */
  server_list: defineAction({
    roles: ['owner', 'developer', 'agent'],
    permission: 'devices',
    reads: true,
    input: z.strictObject({ app: app.optional(), search: z.string().trim().max(200).optional() }),
    output: z.object({
      /** At most 500. */
      rows: z.array(serverRecord),
      total: z.int(),
      /** Servers that no trading account of the caller is on, the newest first, at most 50. */
      unknown: z.array(unknownServerRecord),
    }),
  }),

  /**
   * Moves all trading accounts of an MT5 server, and their codes, to the server's new name, as one step. Where the new key
   * exists already, the account stays and the answer names it: two accounts are never merged. `dry_run` only says what
   * would happen.
   */
  server_rename: defineAction({
    roles: manages,
    permission: 'devices.edit',
    input: z.strictObject({
      from: server,
      to: server,
      app: app.optional(),
      /** Deletes trial records under the new name that nobody changed. */
      replace_trials: z.boolean().default(true),
      dry_run: z.boolean().default(false),
    }),
    /** `id` is null for a dry run, and where nothing moved. */
    output: serverMove.extend({ id: z.int().nullable() }),
  }),

  /** The renames so far, the newest first, at most 100. */
  server_rename_list: defineAction({
    roles: manages,
    permission: 'devices',
    reads: true,
    input: z.strictObject({}),
    output: z.object({ rows: z.array(serverRenameRecord) }),
  }),

  /**
   * Moves the accounts of a rename back, as one step. An account that can't move back stays, and the answer names it. 409
   * for a rename that was undone already, and where no account can move back.
   */
  server_rename_undo: defineAction({
    roles: manages,
    permission: 'devices.edit',
    input: z.strictObject({ id: referenceTo('server_rename'), dry_run: z.boolean().default(false) }),
    output: serverMove,
  }),
}
