import { z } from 'zod'
import { defineAction } from '../action.ts'
import { MAX_IMPORTED_DEVICES } from '../limits.ts'
import { exportInput, exportOutput } from '../records/export.ts'
import { sameNumber } from '../records/device.ts'
import { deviceFilter } from './devices.ts'

export const DEVICE_TRANSFER_CONTRACT = {
  /** The trading accounts of a filter as a file, a piece an answer, with what they reported last. */
  device_export: defineAction({
    roles: ['owner', 'developer', 'agent'],
    permission: 'devices',
    reads: true,
    input: exportInput(deviceFilter),
    output: exportOutput,
  }),

  /**
   * Trading accounts from a file. A row is an `importedDevice`; one that is none is skipped with the reason, the others are
   * taken anyway. `existing` says what becomes of an account that is there: it is skipped, or gets the members its row names.
   */
  device_import: defineAction({
    roles: ['owner', 'developer'],
    permission: 'devices.create',
    creates: true,
    input: z.strictObject({
      app: z.int().min(1),
      rows: z.array(z.unknown()).min(1).max(MAX_IMPORTED_DEVICES),
      existing: z.enum(['skip', 'update']).default('skip'),
      dry_run: z.boolean().default(false),
    }),
    output: z.object({
      done: z.int(),
      /** Of `done`: accounts that were there and got what their row names. */
      updated: z.int(),
      skipped: z.array(z.object({ row: z.int(), reason: z.string() })),
      /** New accounts whose number another one has that was there before, at most 100. */
      same_number: z.array(z.object({ row: z.int(), account_key: z.string(), others: sameNumber })),
    }),
  }),
}
