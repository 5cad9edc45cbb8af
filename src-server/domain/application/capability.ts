import { CODE } from '../../contract/error-codes.ts'
import { CAPABILITIES, type ApiState } from '../../contract/records/capability.ts'

export {
  CAPABILITIES,
  RUNTIME_APIS,
  type ApiState,
  type Capability,
  type RuntimeApi,
} from '../../contract/records/capability.ts'

/** Endpoints that hand out keys. They are off until the developer switches them on. */
export const HANDS_OUT_KEYS: ReadonlySet<string> = new Set([
  'getrc4',
  'automaticsample',
  'logongetapp',
  'openrc42',
])

/** The owner's field of a grant. */
export interface OwnersGrant {
  readonly granted: boolean
  /** Unix seconds. null never ends. */
  readonly expiresAt: number | null
  /** The price for this application, as text. Empty means the platform's price. */
  readonly priceText: string
}

/** The developer's field of a grant. */
export interface DevelopersSwitches {
  readonly switchedOn: boolean
  /** The API's own signature switch. null follows the application's switch. */
  readonly sign: boolean | null
}

/**
 * An application's grant of one API. The owner and the developer each write one field, and a call needs both.
 */
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

/**
 * The grants for a copied application. Endpoints that hand out keys are off in the copy, so that its
 * developer decides again.
 */
export function withoutKeySwitches(grants: ReadonlyMap<string, Grant>): Map<string, Grant> {
  return new Map(
    Array.from(grants, ([api, grant]) => [
      api,
      HANDS_OUT_KEYS.has(api) ? { ...grant, switchedOn: false } : grant,
    ]),
  )
}

const KNOWN: ReadonlySet<string> = new Set(CAPABILITIES)

/** Earlier versions stored separate rows for an alias. They have no effect. */
export function isCapability(api: string): boolean {
  return KNOWN.has(api)
}

/** The platform-wide state of an API. */
export interface ApiStatus {
  readonly state: ApiState
  /** The platform's price, as text. */
  readonly priceText: string
}

/** The state of an API that the owner has not set. */
export const OPEN_API: ApiStatus = { state: 'open', priceText: '' }

/**
 * The capability guard of a runtime call.
 * @returns the refusal's code, or undefined when the call may go on
 */
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
