import { z } from 'zod'
import { API_STATES, RUNTIME_APIS } from '../runtime-apis.ts'

export { API_STATES, RUNTIME_APIS, type ApiState, type RuntimeApi } from '../runtime-apis.ts'

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
