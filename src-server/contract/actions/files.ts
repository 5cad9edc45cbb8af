import { z } from 'zod'
import { defineAction } from '../action.ts'
import { MAX_PAGE_SIZE } from '../limits.ts'
import { bulkOutput, listInput, listOutput } from '../paging.ts'
import { fileFields, fileRecord } from '../records/file.ts'

const id = z.int().min(1)
const app = z.int().min(1)
const manages = ['owner', 'developer'] as const
const { kind, url, password, note, enabled } = fileFields.shape

export const FILE_CONTRACT = {
  file_list: defineAction({
    roles: manages,
    permission: 'files',
    reads: true,
    input: listInput(['id', 'created_at'], { app: z.int(), enabled: z.boolean() }),
    output: listOutput(fileRecord),
  }),

  /** A shared link is resolved before the answer, in up to 10 s; one that can't be is saved with the reason. */
  file_create: defineAction({
    creates: true,
    roles: manages,
    permission: 'files',
    input: z.strictObject({
      app,
      kind: kind.default('direct'),
      url,
      password: password.default(''),
      note: note.default(''),
      enabled: enabled.default(true),
    }),
    output: fileRecord,
  }),

  /** Changes the members it names, leaves the others; resolves a shared link that changed. */
  file_update: defineAction({
    roles: manages,
    permission: 'files',
    input: fileFields.partial().extend({ id }),
    output: fileRecord,
  }),

  file_delete: defineAction({
    roles: manages,
    permission: 'files',
    input: z.strictObject({ ids: z.array(id).min(1).max(MAX_PAGE_SIZE) }),
    output: bulkOutput,
  }),
}
