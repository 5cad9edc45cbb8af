import { CODE } from '../../contract/error-codes.ts'

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

/** Endpoints that hand out keys: not granted until the developer grants them (protocol.md 9). */
const HANDS_OUT_KEYS: ReadonlySet<string> = new Set(['getrc4', 'automaticsample', 'logongetapp', 'openrc42'])

export type ApiState = 'open' | 'maintenance' | 'closed'

/** What an application has been given for one API; no grant means the default. */
export interface Grant {
  readonly granted: boolean
  /** Unix seconds; null never ends. */
  readonly expiresAt: number | null
  /** Own signature switch; null follows the application's. */
  readonly sign: boolean | null
}

/** The third guard of a runtime call (protocol.md 2). @returns the refusal's code, or undefined when the call may go on. */
export function judgeCapability(
  api: string,
  state: ApiState | undefined,
  grant: Grant | undefined,
  now: number,
): number | undefined {
  if (state === 'closed') return CODE.apiClosed
  if (state === 'maintenance') return CODE.apiMaintenance
  if (grant === undefined) return HANDS_OUT_KEYS.has(api) ? CODE.apiNotGranted : undefined
  if (!grant.granted) return CODE.apiNotGranted
  if (grant.expiresAt !== null && grant.expiresAt <= now) return CODE.apiExpired
  return undefined
}
