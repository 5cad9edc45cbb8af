import { z } from 'zod'
import { defineAction } from '../action.ts'
import { listInput, listOutput } from '../paging.ts'
import { batchDetail, batchRecord } from '../records/batch.ts'
import { fieldSchema, filterShape } from '../subjects/schemas.ts'
import { BATCH } from '../subjects/selling.ts'

const manages = ['owner', 'developer'] as const
const id = z.int().min(1)

export const BATCH_CONTRACT = {
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
    input: z.strictObject({ id }),
    output: batchDetail,
  }),

  batch_update: defineAction({
    roles: manages,
    permission: 'codes.edit',
    input: z.strictObject({ id, note: fieldSchema(BATCH.fields.note) }),
    output: batchRecord,
  }),
}
