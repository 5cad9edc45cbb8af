import { z } from 'zod'
import { defineAction } from '../action.ts'
import { MAX_PAGE_SIZE } from '../limits.ts'
import { bulkOutput, listInput, listOutput } from '../paging.ts'
import { fileFields, fileRecord } from '../records/file.ts'
import { FILE } from '../subjects/platform.ts'
import { filterShape } from '../subjects/schemas.ts'

const id = z.int().min(1)
const app = z.int().min(1)
const manages = ['owner', 'developer'] as const
const { kind, url, password, note, enabled } = fileFields.shape

export const fileList = defineAction({
  name: 'file_list',
  roles: manages,
  permission: 'files',
  reads: true,
  input: listInput(FILE.sorts, filterShape(FILE)),
  output: listOutput(fileRecord),
})

/** A shared link is resolved before the answer, in up to 10 s; one that can't be is saved with the reason. */
export const fileCreate = defineAction({
  name: 'file_create',
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
})

/** Changes the members it names, leaves the others; resolves a shared link that changed. */
export const fileUpdate = defineAction({
  name: 'file_update',
  roles: manages,
  permission: 'files',
  input: fileFields.partial().extend({ id }),
  output: fileRecord,
})

export const fileDelete = defineAction({
  name: 'file_delete',
  roles: manages,
  permission: 'files',
  input: z.strictObject({ ids: z.array(id).min(1).max(MAX_PAGE_SIZE) }),
  output: bulkOutput,
})
