import { z } from 'zod'
import { defineAction } from '../action.ts'
import { MAX_IMPORTED_ROWS, MAX_PAGE_SIZE } from '../limits.ts'
import { bulkOutput, listInput, listOutput } from '../paging.ts'
import { certificationFields, certificationRecord } from '../records/certification.ts'
import { CERTIFICATION } from '../subjects/platform.ts'
import { filterShape } from '../subjects/schemas.ts'

const owner = ['owner'] as const
const permission = 'platform'
const id = z.int().min(1)
const { holder, note, expires_at, disabled } = certificationFields.shape

export const certificationList = defineAction({
  name: 'certification_list',
  roles: owner,
  permission,
  reads: true,
  input: listInput(CERTIFICATION.sorts, filterShape(CERTIFICATION)),
  output: listOutput(certificationRecord),
})

/** 409 where the product is certified for that host already. */
export const certificationCreate = defineAction({
  name: 'certification_create',
  roles: owner,
  permission,
  input: certificationFields.extend({
    holder: holder.default(''),
    note: note.default(''),
    expires_at: expires_at.default(null),
    disabled: disabled.default(false),
  }),
  output: certificationRecord,
})

export const certificationUpdate = defineAction({
  name: 'certification_update',
  roles: owner,
  permission,
  input: certificationFields.partial().extend({ id }),
  output: certificationRecord,
})

export const certificationDelete = defineAction({
  name: 'certification_delete',
  roles: owner,
  permission,
  input: z.strictObject({ ids: z.array(id).min(1).max(MAX_PAGE_SIZE) }),
  output: bulkOutput,
})

/** Lines of another list. A pair that is there already is skipped; so is what isn't right, with the reason. */
export const certificationImport = defineAction({
  name: 'certification_import',
  roles: owner,
  permission,
  input: z.strictObject({
    /** Each an `importedCertification`. */
    rows: z.array(z.unknown()).min(1).max(MAX_IMPORTED_ROWS),
    /** Says what would be done, and does nothing. */
    dry_run: z.boolean().default(false),
  }),
  /** `row` counts from 0. */
  output: z.object({
    done: z.int(),
    skipped: z.array(z.object({ row: z.int(), reason: z.string() })),
  }),
})
