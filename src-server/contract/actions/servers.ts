import { z } from 'zod'
import { defineAction } from '../action.ts'
import { MAX_SERVER_NAME_LENGTH } from '../limits.ts'
import {
  serverMove,
  serverRecord,
  serverRenameRecord,
  unknownServerRecord,
} from '../records/server-rename.ts'

const manages = ['owner', 'developer'] as const
const id = z.int().min(1)
const app = z.int().min(1).optional()
/** Twice the longest name: blanks at the ends don't count, and the refusal of a longer name says that it is too long. */
const server = z.string().max(2 * MAX_SERVER_NAME_LENGTH)

export const SERVER_CONTRACT = {
  /** The MT5 servers of the trading accounts that the caller sees, the largest first; and those that knocked in vain. */
  server_list: defineAction({
    roles: ['owner', 'developer', 'agent'],
    permission: 'devices',
    reads: true,
    input: z.strictObject({ app, search: z.string().trim().max(200).optional() }),
    output: z.object({
      /** At most 500. */
      rows: z.array(serverRecord),
      total: z.int(),
      /** Servers that no trading account in sight is on, the newest first, at most 50. */
      unknown: z.array(unknownServerRecord),
    }),
  }),

  /**
   * Moves all trading accounts of an MT5 server, and their codes, to the server's new name, as one step. An account whose
   * new key is there already stays, and is named; it is never merged with another. `dry_run` tells what would happen.
   */
  server_rename: defineAction({
    roles: manages,
    permission: 'devices.edit',
    input: z.strictObject({
      from: server,
      to: server,
      app,
      /** Trial records that the new name made, and that nobody touched, make room. */
      replace_trials: z.boolean().default(true),
      dry_run: z.boolean().default(false),
    }),
    /** `id` is null for a dry run, and where nothing moved. */
    output: serverMove.extend({ id: z.int().nullable() }),
  }),

  /** The renames that were done, the newest first, at most 100. */
  server_rename_list: defineAction({
    roles: manages,
    permission: 'devices',
    reads: true,
    input: z.strictObject({}),
    output: z.object({ rows: z.array(serverRenameRecord) }),
  }),

  /**
   * Moves back what a rename moved and what is still there, as one step. Anything else stays, and is named. 409 for a
   * rename that was undone, and for one of which nothing can be moved back.
   */
  server_rename_undo: defineAction({
    roles: manages,
    permission: 'devices.edit',
    input: z.strictObject({ id, dry_run: z.boolean().default(false) }),
    output: serverMove,
  }),
}
