import { z } from 'zod'

/** The 20 names of the specification's runtime API; `pay` is none. */
export const RUNTIME_APIS = [
  'ini',
  'notice',
  'getfile',
  'getrc4',
  'kmlogon',
  'kmunmachine',
  'userreg',
  'userlogon',
  'logongetapp',
  'openrc42',
  'automaticsample',
  'sig',
  'ygg',
  'yyzkmdenglu',
  'violationsinfo',
  'mt5logon',
  'mt5login',
  'mt5pulse',
  'mt5notify',
  'mt5messenger_bind',
] as const
export type RuntimeApi = (typeof RUNTIME_APIS)[number]

/** Of an API on the whole platform. */
export const API_STATES = ['open', 'maintenance', 'closed'] as const
export type ApiState = (typeof API_STATES)[number]

/** One API as one application may use it. */
export const capabilityRecord = z.object({
  api: z.enum(RUNTIME_APIS),
  state: z.enum(API_STATES),
  /** What the owner asks for it, in words. */
  price_text: z.string(),
  /** What an application has that nothing was granted to or taken from: all but the APIs that hand out keys. */
  granted_by_default: z.boolean(),
  granted: z.boolean(),
  /** Unix seconds; null never ends. */
  expires: z.int().nullable(),
  /** The API's own signature switch; null follows the application's. */
  sign: z.boolean().nullable(),
})
export type CapabilityRecord = z.output<typeof capabilityRecord>

/** One API on the whole platform. */
export const apiStateRecord = capabilityRecord.pick({
  api: true,
  state: true,
  price_text: true,
  granted_by_default: true,
})
export type ApiStateRecord = z.output<typeof apiStateRecord>
