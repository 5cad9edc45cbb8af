import { z } from 'zod'
import { defineAction } from '../action.ts'
import { MAX_BULK_IDS, MAX_EXTENSION_SECONDS, PERMANENT_VIP } from '../limits.ts'
import { bulkAnswer, bulkTarget, ONE_TARGET } from '../paging.ts'
import { CODE_TYPES, CODE_UNITS, RECORD_CHOICES } from '../code-names.ts'
import { recordChanges } from '../records/code.ts'
import { CODE } from '../subjects/code.ts'
import { bulkShape } from '../subjects/schemas.ts'
import { exportInput, exportOutput } from '../records/export.ts'
import { codeFilter } from './codes.ts'

const manages = ['owner', 'developer'] as const
const target = bulkTarget(codeFilter)

/**
 * `ids` are those that were changed, for taking it back; a job has none. A dry run's `records` are the trading accounts whose
 * end would change.
 */
const answer = bulkAnswer.extend({ ids: z.array(z.int()).optional(), records: recordChanges.optional() })

/** For codes that acted on a trading account's record; `take_back` when it isn't given. */
const record = z.enum(RECORD_CHOICES).optional()

/** One change, of codes by `ids` or by `filter`. */
const changes = {
  ...bulkShape(CODE),
  /** Longer, or shorter where it is negative: an unused code's duration, a used one's end. */
  extend_seconds: z
    .int()
    .min(-MAX_EXTENSION_SECONDS)
    .max(MAX_EXTENSION_SECONDS)
    .refine((seconds) => seconds !== 0, 'not 0')
    .optional(),
  /** The exact end of time and VIP codes, Unix seconds. */
  end_time: z.int().min(0).max(PERMANENT_VIP).optional(),
  /** Makes it a code of another type or worth; the time of one in use begins now. */
  convert: z
    .strictObject({
      type: z.enum(CODE_TYPES),
      unit: z.enum(CODE_UNITS).optional(),
      amount: z.int().min(1).max(999_999_999).optional(),
    })
    .optional(),
}

export const CODE_BULK_CONTRACT = {
  code_update: defineAction({
    roles: manages,
    permission: 'codes.edit',
    input: z
      .strictObject({ ...target, ...changes, /** Only beside `disabled: true`. */ record })
      .refine(...ONE_TARGET)
      .refine(
        (given) =>
          Object.keys(changes).filter((name) => given[name as keyof typeof given] !== undefined).length === 1,
        { error: 'exactly one change', path: ['change'] },
      )
      .refine((given) => given.record === undefined || given.disabled === true, {
        error: 'only beside disabled: true',
        path: ['record'],
      }),
    output: answer,
  }),

  /** Into the recycle bin: they log nobody in, and stay 30 days. */
  code_delete: defineAction({
    roles: manages,
    permission: 'codes.edit',
    input: z.strictObject({ ...target, record }).refine(...ONE_TARGET),
    output: answer,
  }),

  /** Out of the recycle bin, as they were. */
  code_restore: defineAction({
    roles: manages,
    permission: 'codes.edit',
    creates: true,
    input: z.strictObject(target).refine(...ONE_TARGET),
    output: answer,
  }),

  /** Deletes codes of the recycle bin for good. */
  code_purge: defineAction({
    roles: manages,
    permission: 'codes.edit',
    stepUpFor: ({ dry_run: dryRun }) => !dryRun,
    input: z.strictObject(target).refine(...ONE_TARGET),
    output: answer,
  }),

  /** Frees codes of machine and address; takes nothing, and counts against no limit of the client's own unbinds. */
  code_unbind: defineAction({
    roles: manages,
    permission: 'codes.edit',
    input: z.strictObject(target).refine(...ONE_TARGET),
    output: answer,
  }),

  /** A file of codes in pieces, in the order in which they were made. Times are UTC, durations seconds. */
  code_export: defineAction({
    roles: ['owner', 'developer', 'agent'],
    permission: 'codes.export',
    input: exportInput(codeFilter).extend({
      /** Only these of what the filter names. */
      ids: z.array(z.int().min(1)).min(1).max(MAX_BULK_IDS).optional(),
      columns: z.array(z.enum(CODE.exports)).min(1).max(CODE.exports.length).optional(),
    }),
    output: exportOutput,
  }),
}
