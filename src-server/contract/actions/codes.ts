import { z } from 'zod'
import { defineAction } from '../action.ts'
import { CODE_TYPES, CODE_UNITS, RECORD_CHOICES } from '../code-names.ts'
import {
  MAX_BULK_IDS,
  MAX_CODE_LENGTH,
  MAX_EXPORTED_FIELDS,
  MAX_CODES_PER_BATCH,
  MAX_EXTENSION_SECONDS,
  MAX_IMPORTED_ROWS,
  PERMANENT_VIP,
} from '../limits.ts'
import { bulkAnswer, bulkTarget, listInput, listOutput, ONE_TARGET } from '../paging.ts'
import { batchDetail, batchRecord } from '../records/batch.ts'
import { codeDetail, codeRecord, recordChanges } from '../records/code.ts'
import { exportInput, exportOutput } from '../records/export.ts'
import { importNumber, importOrigin } from '../records/import.ts'
import { referenceTo } from '../reference.ts'
import { CODE } from '../subjects/code.ts'
import { bulkShape, fieldSchema, filterShape } from '../subjects/schemas.ts'
import { BATCH } from '../subjects/selling.ts'

const manages = ['owner', 'developer'] as const
const id = referenceTo('code')
const batch = referenceTo('batch')
const app = referenceTo('application')
const printable = /^[\x21-\x7e]*$/

/** Codes in the recycle bin match only a filter whose `state` says so. */
const codeFilter = filterShape(CODE)
const target = bulkTarget('code', codeFilter)

/**
 * `ids` are the changed codes, for an undo; a job answers none. `records` of a dry run are the trading accounts whose end
 * would change.
 */
const answer = bulkAnswer.extend({ ids: z.array(z.int()).optional(), records: recordChanges.optional() })

/** The effect on the trading account that a code extended. The default is `take_back`. */
const record = z.enum(RECORD_CHOICES).optional()

const tags = fieldSchema(CODE.fields.tags).optional()

/** The possible changes. A call makes exactly one. A code that would have too many tags is skipped. */
const changes = {
  ...bulkShape(CODE),
  add_tags: tags,
  remove_tags: tags,
  /** Changes the duration of an unused code or the end of a used one. Negative seconds shorten it. */
  extend_seconds: z
    .int()
    .min(-MAX_EXTENSION_SECONDS)
    .max(MAX_EXTENSION_SECONDS)
    .refine((seconds) => seconds !== 0, 'not 0')
    .optional(),
  /** The exact end of time and VIP codes, Unix seconds. */
  end_time: z.int().min(0).max(PERMANENT_VIP).optional(),
  /** Converts to another type or worth. The time of a used code starts now. */
  convert: z
    .strictObject({
      type: z.enum(CODE_TYPES),
      unit: z.enum(CODE_UNITS).optional(),
      amount: z.int().min(1).max(999_999_999).optional(),
    })
    .optional(),
}

export const CODE_CONTRACT = {
  code_generate: defineAction({
    roles: ['owner', 'developer'],
    permission: 'codes.generate',
    creates: true,
    input: z.strictObject({
      app,
      type: z.enum(CODE_TYPES),
      /** The unit of a time code. A VIP code without a unit never ends. */
      unit: z.enum(CODE_UNITS).optional(),
      /** Units of a time code, uses of a count code, points of a points code. */
      amount: z.int().min(1).max(999_999_999).optional(),
      count: z.int().min(1).max(MAX_CODES_PER_BATCH),
      prefix: z.string().max(32).regex(printable, 'printable ASCII without spaces').default(''),
      /** Characters after the prefix. */
      length: z.int().min(8).max(MAX_CODE_LENGTH).optional(),
      /** The characters to draw from, without repeats. */
      alphabet: z.string().min(2).max(94).regex(printable, 'printable ASCII without spaces').optional(),
      note: fieldSchema(CODE.fields.note).default(''),
      tags: fieldSchema(CODE.fields.tags).default([]),
      fields: fieldSchema(CODE.fields.fields).default({}),
      /** The trading accounts that each code may serve. 422 over 1 where the application allows only one. */
      seats: fieldSchema(CODE.fields.seats).default(1),
      agent: referenceTo('agent').optional(),
      /**
       * A shop's number of the order, for up to 500 codes. The same number again answers the same codes and makes none;
       * 409 with `fields.order` where another order has it.
       */
      order: z.string().trim().min(1).max(64).optional(),
    }),
    /** `kamis` holds the first 1000 codes. A batch over 500 answers with `job` and no codes. */
    output: z.object({
      batch: z.int(),
      kamis: z.array(z.string()),
      job: z.string().optional(),
    }),
  }),

  /** Imports codes of another server with their states. */
  code_import: defineAction({
    roles: ['owner', 'developer'],
    permission: 'codes.generate',
    creates: true,
    size: 'import',
    input: z.strictObject({
      app,
      /** Each an `importedCode`. A wrong row is skipped with the reason, and the others are imported. */
      rows: z.array(z.unknown()).min(1).max(MAX_IMPORTED_ROWS),
      /** true: only says what would be done. */
      dry_run: z.boolean().default(false),
      ...importOrigin,
    }),
    /** `row` counts from 0. */
    output: z.object({
      done: z.int(),
      import: importNumber,
      skipped: z.array(z.object({ row: z.int(), reason: z.string() })),
    }),
  }),

  code_list: defineAction({
    roles: ['owner', 'developer', 'agent'],
    permission: 'codes',
    reads: true,
    input: listInput(CODE.sorts, codeFilter),
    output: listOutput(codeRecord),
  }),

  code_get: defineAction({
    roles: ['owner', 'developer', 'agent'],
    permission: 'codes',
    reads: true,
    input: z.strictObject({ id }),
    output: codeDetail,
  }),

  code_update: defineAction({
    roles: manages,
    permission: 'codes.edit',
    size: 'selection',
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

  /** Moves codes into the recycle bin for 30 days. A code there refuses logins. */
  code_delete: defineAction({
    roles: manages,
    permission: 'codes.edit',
    size: 'selection',
    input: z.strictObject({ ...target, record }).refine(...ONE_TARGET),
    output: answer,
  }),

  /** Moves codes out of the recycle bin, unchanged. */
  code_restore: defineAction({
    roles: manages,
    permission: 'codes.edit',
    creates: true,
    size: 'selection',
    input: z.strictObject(target).refine(...ONE_TARGET),
    output: answer,
  }),

  /** Deletes codes of the recycle bin for good. */
  code_purge: defineAction({
    roles: manages,
    permission: 'codes.edit',
    stepUpFor: ({ dry_run: dryRun }) => !dryRun,
    size: 'selection',
    input: z.strictObject(target).refine(...ONE_TARGET),
    output: answer,
  }),

  /** Unbinds codes from machine and address. It costs no time, and no limit of the client's own unbinds counts it. */
  code_unbind: defineAction({
    roles: manages,
    permission: 'codes.edit',
    size: 'selection',
    input: z.strictObject(target).refine(...ONE_TARGET),
    output: answer,
  }),

  /** The codes of a filter as a file in pieces, the oldest first. Times are UTC, durations seconds. */
  code_export: defineAction({
    roles: ['owner', 'developer', 'agent'],
    permission: 'codes.export',
    size: 'selection',
    input: exportInput(codeFilter).extend({
      /** Only these of the codes that the filter matches. */
      ids: z.array(id).min(1).max(MAX_BULK_IDS).optional(),
      columns: z.array(z.enum(CODE.exports)).min(1).max(CODE.exports.length).optional(),
      /** Custom fields beside `columns`. Without both, the file has all. */
      fields: z.array(referenceTo('field')).max(MAX_EXPORTED_FIELDS).optional(),
    }),
    output: exportOutput,
  }),

  batch_list: defineAction({
    roles: manages,
    permission: 'codes',
    reads: true,
    input: listInput(BATCH.sorts, filterShape(BATCH)),
    output: listOutput(batchRecord),
  }),

  batch_get: defineAction({
    roles: manages,
    permission: 'codes',
    reads: true,
    input: z.strictObject({ id: batch }),
    output: batchDetail,
  }),

  batch_update: defineAction({
    roles: manages,
    permission: 'codes.edit',
    input: z.strictObject({ id: batch, note: fieldSchema(BATCH.fields.note) }),
    output: batchRecord,
  }),
}
