import { z } from 'zod'
import { defineAction } from '../action.ts'
import { listInput, listOutput } from '../paging.ts'
import {
  APP_STATES,
  applicationChange,
  applicationRecord,
  applicationSettings,
} from '../records/application.ts'

const app = z.int().min(1)
const manages = ['owner', 'developer'] as const

export const appCreate = defineAction({
  name: 'app_create',
  roles: manages,
  permission: 'applications.edit',
  input: z.strictObject({ name: applicationSettings.shape.name }),
  output: z.object({ app: z.int(), appkey: z.string(), rc4_key: z.string() }),
})

export const appList = defineAction({
  name: 'app_list',
  roles: manages,
  permission: 'applications',
  reads: true,
  input: listInput(['app', 'name', 'created_at'], { state: z.enum(APP_STATES) }),
  output: listOutput(applicationRecord),
})

export const appGet = defineAction({
  name: 'app_get',
  roles: manages,
  permission: 'applications',
  reads: true,
  input: z.strictObject({ app }),
  output: applicationRecord,
})

/** With its codes, accounts, devices and files. Nothing brings it back. */
export const appDelete = defineAction({
  name: 'app_delete',
  stepUp: true,
  roles: manages,
  permission: 'applications.edit',
  input: z.strictObject({ app }),
  output: z.object({}),
})

/** Changes the members it names, leaves the others. */
export const appUpdate = defineAction({
  name: 'app_update',
  roles: manages,
  permission: 'applications.edit',
  input: applicationChange.extend({ app }),
  output: applicationRecord,
})
