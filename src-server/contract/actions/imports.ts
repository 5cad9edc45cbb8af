import { z } from 'zod'
import { defineAction } from '../action.ts'
import { IMPORT_KINDS } from '../import-names.ts'
import { importRecord, importUndo } from '../records/import.ts'
import { referenceTo } from '../reference.ts'

const manages = ['owner', 'developer'] as const

export const IMPORT_CONTRACT = {
  /** The imports of this kind, the newest first, at most 100. Staff need the permission to see such rows. */
  import_list: defineAction({
    roles: manages,
    permission: ['codes', 'devices', 'accounts'],
    reads: true,
    input: z.strictObject({ kind: z.enum(IMPORT_KINDS) }),
    output: z.object({ rows: z.array(importRecord) }),
  }),

  /**
   * Undoes an import: removes the rows that it made, and gives changed rows their earlier values. A row that was used or
   * changed since then stays. Staff need the permission to edit such rows. 409 for an import that is undone already.
   */
  import_undo: defineAction({
    roles: manages,
    permission: ['codes.edit', 'devices.edit', 'accounts.edit'],
    input: z.strictObject({ id: referenceTo('import'), dry_run: z.boolean().default(false) }),
    output: importUndo,
  }),
}
