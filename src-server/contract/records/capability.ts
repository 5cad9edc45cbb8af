import { z } from 'zod'
import { API_STATES, CAPABILITIES } from '../runtime-apis.ts'

export {
  API_STATES,
  CAPABILITIES,
  RUNTIME_APIS,
  type ApiState,
  type Capability,
  type RuntimeApi,
} from '../runtime-apis.ts'

/**
 * An application's use of one API. The owner grants it, the developer switches it on, and calls need both.
 */
export const capabilityRecord = z.object({
  api: z.enum(CAPABILITIES),
  state: z.enum(API_STATES),
  /** The platform's price, as text. */
  price_text: z.string(),
  /** The API hands out keys to callers, so the developer's switch is off until they switch it on. */
  hands_out_keys: z.boolean(),
  /** The owner's grant, and its end in Unix seconds. null never ends. */
  granted: z.boolean(),
  expires: z.int().nullable(),
  /** The price for this application alone. Empty means the platform's `price_text`. */
  own_price_text: z.string(),
  /** The developer's switch. */
  on: z.boolean(),
  /** The API's own signature switch. null follows the application's switch. */
  sign: z.boolean().nullable(),
})
export type CapabilityRecord = z.output<typeof capabilityRecord>

/** The platform-wide state of one API. */
export const apiStateRecord = capabilityRecord.pick({
  api: true,
  state: true,
  price_text: true,
  hands_out_keys: true,
})
export type ApiStateRecord = z.output<typeof apiStateRecord>
