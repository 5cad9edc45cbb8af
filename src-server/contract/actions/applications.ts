import { z } from 'zod'
import { defineAction } from '../action.ts'
import { APP_KEYS, MAX_KEY_OVERLAP } from '../app-keys.ts'
import { listInput, listOutput } from '../paging.ts'
import { applicationChange, applicationRecord, applicationSettings, keyText } from '../records/application.ts'
import { RUNTIME_APIS } from '../records/capability.ts'
import { exampleCall } from '../records/example-call.ts'
import { APPLICATION } from '../subjects/platform.ts'
import { filterShape } from '../subjects/schemas.ts'

const app = z.int().min(1)
const manages = ['owner', 'developer'] as const

/** Both keys are empty for staff without `applications.keys`. */
const createdApplication = z.object({ app: z.int(), appkey: z.string(), rc4_key: z.string() })

export const appCreate = defineAction({
  name: 'app_create',
  creates: true,
  roles: manages,
  permission: 'applications.edit',
  input: z.strictObject({ name: applicationSettings.shape.name }),
  output: createdApplication,
})

/** A new application with the settings and the API grants of another, keys and secrets of its own. */
export const appCopy = defineAction({
  name: 'app_copy',
  creates: true,
  roles: manages,
  permission: 'applications.edit',
  input: z.strictObject({ app, name: applicationSettings.shape.name }),
  output: createdApplication,
})

export const appList = defineAction({
  name: 'app_list',
  roles: manages,
  permission: 'applications',
  reads: true,
  input: listInput(APPLICATION.sorts, filterShape(APPLICATION)),
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

/**
 * Replaces a key by `value`, or by a new one. The one it had is good for `overlap` more seconds: a call that shows it
 * uses one is answered under it, a call that shows none under the oldest that is good.
 */
export const appKeyRotate = defineAction({
  name: 'app_key_rotate',
  stepUp: true,
  roles: manages,
  permission: 'applications.keys',
  input: z.strictObject({
    app,
    key: z.enum(APP_KEYS),
    overlap: z.int().min(0).max(MAX_KEY_OVERLAP),
    value: keyText.optional(),
  }),
  output: applicationRecord,
})

/** The key that was replaced is good no longer. */
export const appKeyEndOverlap = defineAction({
  name: 'app_key_end_overlap',
  stepUp: true,
  roles: manages,
  permission: 'applications.keys',
  input: z.strictObject({ app, key: z.enum(APP_KEYS) }),
  output: applicationRecord,
})

/** A call as a program makes it under these settings, saved or not, and what it is answered. Nothing is called. */
export const appExample = defineAction({
  name: 'app_example',
  roles: manages,
  permission: 'applications.keys',
  reads: true,
  input: z.strictObject({ app, api: z.enum(RUNTIME_APIS), change: applicationChange.default({}) }),
  output: exampleCall,
})
