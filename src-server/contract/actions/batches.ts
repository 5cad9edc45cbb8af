import { z } from 'zod'
import { defineAction } from '../action.ts'
import { listInput, listOutput } from '../paging.ts'
import { batchDetail, batchRecord } from '../records/batch.ts'
import { CODE_TYPES } from '../records/code.ts'

const manages = ['owner', 'developer'] as const
const id = z.int().min(1)

export const BATCH_CONTRACT = {
  batch_list: defineAction({
    roles: manages,
    permission: 'codes',
    reads: true,
    input: listInput(['id', 'count', 'created_at'], { app: z.int(), type: z.enum(CODE_TYPES) }),
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
    input: z.strictObject({ id, note: z.string().max(255) }),
    output: batchRecord,
  }),
}
