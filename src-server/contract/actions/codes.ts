import { z } from 'zod'
import { defineAction } from '../action.ts'
import { MAX_CODE_LENGTH, MAX_CODES_PER_BATCH, MAX_IMPORTED_ROWS } from '../limits.ts'
import { listInput, listOutput } from '../paging.ts'
import { CODE_TYPES, CODE_UNITS } from '../code-names.ts'
import { codeDetail, codeRecord } from '../records/code.ts'
import { CODE } from '../subjects/code.ts'
import { fieldSchema, filterShape } from '../subjects/schemas.ts'

/** Which codes; those in the recycle bin only when `state` says so. */
export const codeFilter = filterShape(CODE)

const printable = /^[\x21-\x7e]*$/

export const CODE_CONTRACT = {
  code_generate: defineAction({
    roles: ['owner', 'developer'],
    permission: 'codes.generate',
    creates: true,
    input: z.strictObject({
      app: z.int().min(1),
      type: z.enum(CODE_TYPES),
      /** Of a time code; a VIP code without a unit never ends. */
      unit: z.enum(CODE_UNITS).optional(),
      /** Units of a time code, uses of a count code, points of a points code. */
      amount: z.int().min(1).max(999_999_999).optional(),
      count: z.int().min(1).max(MAX_CODES_PER_BATCH),
      prefix: z.string().max(32).regex(printable, 'printable ASCII without spaces').default(''),
      /** Characters after the prefix. */
      length: z.int().min(8).max(MAX_CODE_LENGTH).optional(),
      /** The characters to draw from, each once. */
      alphabet: z.string().min(2).max(94).regex(printable, 'printable ASCII without spaces').optional(),
      note: fieldSchema(CODE.fields.note).default(''),
      agent: z.int().min(1).optional(),
    }),
    /** `kamis` holds the first 1000; a batch over 500 answers with `job` and none. */
    output: z.object({
      batch: z.int(),
      kamis: z.array(z.string()),
      job: z.string().optional(),
    }),
  }),

  /** Codes of another server, each with its state (console-api.md). */
  code_import: defineAction({
    roles: ['owner', 'developer'],
    permission: 'codes.generate',
    creates: true,
    input: z.strictObject({
      app: z.int().min(1),
      /** Each an `importedCode`; one that isn't is skipped with the reason, and the others are taken. */
      rows: z.array(z.unknown()).min(1).max(MAX_IMPORTED_ROWS),
      /** Says what would be done, and does nothing. */
      dry_run: z.boolean().default(false),
    }),
    /** `row` counts from 0. */
    output: z.object({
      done: z.int(),
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
    input: z.strictObject({ id: z.int().min(1) }),
    output: codeDetail,
  }),
}
