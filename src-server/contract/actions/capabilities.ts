import { z } from 'zod'
import { defineAction } from '../action.ts'
import { API_STATES, apiStateRecord, capabilityRecord, RUNTIME_APIS } from '../records/capability.ts'
import { capabilityOf } from '../runtime-apis.ts'

/** An alias names its endpoint's capability. */
const api = z.enum(RUNTIME_APIS).transform(capabilityOf)
const app = z.int().min(1)
const priceText = z.string().trim().max(255)

/** Every capability of the application, in the specification's order, and which of its two fields the caller may write. */
export const appCapabilityList = defineAction({
  name: 'app_capability_list',
  roles: ['owner', 'developer'],
  permission: 'applications',
  reads: true,
  input: z.strictObject({ app }),
  output: z.object({
    rows: z.array(capabilityRecord),
    may_grant: z.boolean(),
    may_switch: z.boolean(),
  }),
})

/** The owner's grant to an application, its end and its price. A member that isn't named stays. */
export const appCapabilitySet = defineAction({
  name: 'app_capability_set',
  roles: ['owner'],
  permission: 'platform',
  input: z
    .strictObject({
      app,
      api,
      granted: z.boolean().optional(),
      expires: z.int().min(0).max(253_402_300_799).nullable().optional(),
      /** Empty: the platform's price. */
      price_text: priceText.optional(),
    })
    .refine(
      ({ granted, expires, price_text }) => [granted, expires, price_text].some(isNamed),
      'granted, expires or price_text',
    ),
  output: capabilityRecord,
})

/** The owner's members, with any value: the server refuses a developer who sends one. */
const ownersOnly = z.unknown().optional()

/** The switches of the application's developer. What isn't named stays. */
export const appApiSet = defineAction({
  name: 'app_api_set',
  roles: ['owner', 'developer'],
  permission: 'applications.edit',
  input: z
    .strictObject({
      app,
      api,
      on: z.boolean().optional(),
      sign: z.boolean().nullable().optional(),
      granted: ownersOnly,
      expires: ownersOnly,
      price_text: ownersOnly,
    })
    .refine(({ app: _, api: __, ...members }) => Object.values(members).some(isNamed), 'on or sign'),
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
    price_text: priceText.optional(),
  }),
  output: apiStateRecord,
})

function isNamed(member: unknown): boolean {
  return member !== undefined
}
