import { z } from 'zod'
import { defineAction } from '../action.ts'
import { fieldMembers, fieldRecord } from '../records/custom-field.ts'
import { referenceTo } from '../reference.ts'

const manages = ['owner', 'developer'] as const
const field = referenceTo('field')

/** Custom fields of trading accounts and codes. */
export const FIELD_CONTRACT = {
  /** The fields of the applications that the caller sees or sells, in the order of creation. */
  field_list: defineAction({
    roles: ['owner', 'developer', 'agent'],
    permission: ['codes', 'devices'],
    reads: true,
    input: z.strictObject({
      /** Only the fields of this application's owner. */
      app: referenceTo('application').optional(),
    }),
    output: z.object({ rows: z.array(fieldRecord) }),
  }),

  /**
   * Makes a field of the caller, or with `field` changes one. A new name keeps all values. Values that a new kind, place
   * or choice no longer allows stay until somebody changes them. 409 where the owner has 20 fields. 422: `name` is
   * `taken`, or `reserved` for a header that imports know; `choices` is `needed` or `repeated`.
   */
  field_save: defineAction({
    roles: manages,
    permission: 'applications.edit',
    creates: true,
    input: z.strictObject({
      field: field.optional(),
      ...fieldMembers,
      choices: fieldMembers.choices.default([]),
    }),
    output: fieldRecord,
  }),

  /** Deletes a field with all its values. Over 500 values a job removes them. */
  field_delete: defineAction({
    roles: manages,
    permission: 'applications.edit',
    input: z.strictObject({ field, dry_run: z.boolean().default(false) }),
    /** The number of codes and trading accounts that lose a value. */
    output: z.object({ codes: z.int(), devices: z.int(), job: z.string().optional() }),
  }),
}
