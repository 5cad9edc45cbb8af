import { z } from 'zod'
import { defineAction } from '../action.ts'
import { API_STATES, apiStateRecord, capabilityRecord, RUNTIME_APIS } from '../records/capability.ts'

const api = z.enum(RUNTIME_APIS)
const app = z.int().min(1)

/** Every API of the application, in the specification's order. */
export const appCapabilityList = defineAction({
  name: 'app_capability_list',
  roles: ['owner', 'developer'],
  permission: 'applications',
  reads: true,
  input: z.strictObject({ app }),
  output: z.object({ rows: z.array(capabilityRecord) }),
})

/** `expires` and `sign` stay as they are where they aren't named. */
export const appCapabilitySet = defineAction({
  name: 'app_capability_set',
  roles: ['owner', 'developer'],
  permission: 'applications.edit',
  input: z.strictObject({
    app,
    api,
    granted: z.boolean(),
    expires: z.int().min(0).max(253_402_300_799).nullable().optional(),
    sign: z.boolean().nullable().optional(),
  }),
  output: capabilityRecord,
})

/** Every API of the platform with its state. */
export const capabilityList = defineAction({
  name: 'capability_list',
  roles: ['owner'],
  permission: 'platform',
  reads: true,
  input: z.strictObject({}),
  output: z.object({ rows: z.array(apiStateRecord) }),
})

/** Opens, closes or puts under maintenance one API for everybody, or says what it costs. What isn't named stays. */
export const capabilitySet = defineAction({
  name: 'capability_set',
  roles: ['owner'],
  permission: 'platform',
  input: z.strictObject({
    api,
    state: z.enum(API_STATES).optional(),
    price_text: z.string().trim().max(255).optional(),
  }),
  output: apiStateRecord,
})
