import { CODE } from '../../contract/error-codes.ts'
import type { ApiState } from '../../contract/records/capability.ts'

export { RUNTIME_APIS, type ApiState, type RuntimeApi } from '../../contract/records/capability.ts'

/** Endpoints that hand out keys: not granted until the developer grants them (protocol.md 9). */
export const HANDS_OUT_KEYS: ReadonlySet<string> = new Set([
  'getrc4',
  'automaticsample',
  'logongetapp',
  'openrc42',
])

/** What an application has been given for one API; no grant means the default. */
export interface Grant {
  readonly granted: boolean
  /** Unix seconds; null never ends. */
  readonly expiresAt: number | null
  /** Own signature switch; null follows the application's. */
  readonly sign: boolean | null
}

/** What an application has of an API that nothing was said of. */
export function isGrantedByDefault(api: string): boolean {
  return !HANDS_OUT_KEYS.has(api)
}

/** An API on the whole platform. */
export interface ApiStanding {
  readonly state: ApiState
  /** What the owner asks for it, in words. */
  readonly priceText: string
}

/** Of an API that nothing was said of. */
export const OPEN_API: ApiStanding = { state: 'open', priceText: '' }

/** The third guard of a runtime call (protocol.md 2). @returns the refusal's code, or undefined when the call may go on. */
export function judgeCapability(
  api: string,
  state: ApiState | undefined,
  grant: Grant | undefined,
  now: number,
): number | undefined {
  if (state === 'closed') return CODE.apiClosed
  if (state === 'maintenance') return CODE.apiMaintenance
  if (grant === undefined) return isGrantedByDefault(api) ? undefined : CODE.apiNotGranted
  if (!grant.granted) return CODE.apiNotGranted
  if (grant.expiresAt !== null && grant.expiresAt <= now) return CODE.apiExpired
  return undefined
}
