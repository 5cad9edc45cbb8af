import { CODE } from '../../contract/error-codes.ts'
import { CAPABILITIES, type ApiState } from '../../contract/records/capability.ts'

export {
  CAPABILITIES,
  RUNTIME_APIS,
  type ApiState,
  type Capability,
  type RuntimeApi,
} from '../../contract/records/capability.ts'

/** Endpoints that hand out keys: off until the developer switches them on. */
export const HANDS_OUT_KEYS: ReadonlySet<string> = new Set([
  'getrc4',
  'automaticsample',
  'logongetapp',
  'openrc42',
])

/** The owner's field of a grant. */
export interface OwnersGrant {
  readonly granted: boolean
  /** Unix seconds; null never ends. */
  readonly expiresAt: number | null
  /** What the owner asks of this application alone, in words; empty: the platform's price. */
  readonly priceText: string
}

/** The developer's field of a grant. */
export interface DevelopersSwitches {
  readonly switchedOn: boolean
  /** Own signature switch; null follows the application's. */
  readonly sign: boolean | null
}

/** What an application has of one API: an owner and a developer write one field each, and calls need both. */
export interface Grant extends OwnersGrant, DevelopersSwitches {}

/** The default grant of an API: neither the owner nor the developer has set it. */
export function defaultGrant(api: string): Grant {
  return {
    granted: true,
    expiresAt: null,
    priceText: '',
    switchedOn: !HANDS_OUT_KEYS.has(api),
    sign: null,
  }
}

/** The grants of a copied application: whether its new keys are handed out is decided anew. */
export function withoutKeySwitches(grants: ReadonlyMap<string, Grant>): Map<string, Grant> {
  return new Map(
    Array.from(grants, ([api, grant]) => [
      api,
      HANDS_OUT_KEYS.has(api) ? { ...grant, switchedOn: false } : grant,
    ]),
  )
}

const KNOWN: ReadonlySet<string> = new Set(CAPABILITIES)

/** Earlier versions kept rows of their own for an alias: they count for nothing. */
export function isCapability(api: string): boolean {
  return KNOWN.has(api)
}

/** An API on the whole platform. */
export interface ApiStanding {
  readonly state: ApiState
  /** What the owner asks for it, in words. */
  readonly priceText: string
}

/** Of an API that nothing was said of. */
export const OPEN_API: ApiStanding = { state: 'open', priceText: '' }

/** The third guard of a runtime call. @returns the refusal's code, or undefined when the call may go on. */
export function judgeCapability(
  api: string,
  state: ApiState | undefined,
  given: Grant | undefined,
  now: number,
): number | undefined {
  if (state === 'closed') return CODE.apiClosed
  if (state === 'maintenance') return CODE.apiMaintenance
  const grant = given ?? defaultGrant(api)
  if (!grant.granted || !grant.switchedOn) return CODE.apiNotGranted
  if (grant.expiresAt !== null && grant.expiresAt <= now) return CODE.apiExpired
  return undefined
}
