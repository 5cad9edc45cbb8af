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

/** One API as one application may use it. The owner grants it, and the application's developer switches it on: calls need both. */
export const capabilityRecord = z.object({
  api: z.enum(CAPABILITIES),
  state: z.enum(API_STATES),
  /** What the owner asks for it, in words. */
  price_text: z.string(),
  /** Whoever calls it gets keys: a developer's switch is off until they switch it on. */
  hands_out_keys: z.boolean(),
  /** The owner's word, with its end in Unix seconds; null never ends. */
  granted: z.boolean(),
  expires: z.int().nullable(),
  /** What the owner asks of this application alone; empty: `price_text` is the platform's. */
  own_price_text: z.string(),
  /** The developer's switch. */
  on: z.boolean(),
  /** The API's own signature switch; null follows the application's. */
  sign: z.boolean().nullable(),
})
export type CapabilityRecord = z.output<typeof capabilityRecord>

/** One API on the whole platform. */
export const apiStateRecord = capabilityRecord.pick({
  api: true,
  state: true,
  price_text: true,
  hands_out_keys: true,
})
export type ApiStateRecord = z.output<typeof apiStateRecord>
