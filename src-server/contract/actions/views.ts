import { z } from 'zod'
import { defineAction } from '../action.ts'
import { viewRecord } from '../records/view.ts'

const everyone = ['owner', 'developer', 'agent'] as const
const list = z
  .string()
  .min(1)
  .max(32)
  .regex(/^[a-z_]+$/)
const word = z.string().min(1).max(64)

/** The caller's own views of a list, by name. */
export const viewList = defineAction({
  name: 'view_list',
  roles: everyone,
  permission: 'self',
  reads: true,
  input: z.strictObject({ list }),
  output: z.object({ rows: z.array(viewRecord) }),
})

/** Keeps a view; one of the same list and name is replaced. 409 when there are a hundred already. */
export const viewSave = defineAction({
  name: 'view_save',
  roles: everyone,
  permission: 'self',
  input: z.strictObject({
    list,
    name: z.string().trim().min(1).max(64),
    query: z
      .record(word, z.string().max(256))
      .refine((query) => Object.keys(query).length <= 32, 'at most 32 members'),
    columns: z.array(word).max(64),
  }),
  output: viewRecord,
})

/** 404 for one that isn't the caller's. */
export const viewDelete = defineAction({
  name: 'view_delete',
  roles: everyone,
  permission: 'self',
  input: z.strictObject({ id: z.int().min(1) }),
  output: z.object({}),
})
