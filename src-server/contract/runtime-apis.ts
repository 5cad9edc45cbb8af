/** The 20 names of the specification's runtime API, without `pay`. */
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

/** Other names of an endpoint. They share the endpoint's capability. */
export const API_ALIASES = { mt5login: 'mt5logon' } as const satisfies Partial<Record<RuntimeApi, RuntimeApi>>

/** The capabilities of an application: one for each endpoint, under the endpoint's own name. */
export type Capability = Exclude<RuntimeApi, keyof typeof API_ALIASES>
export const CAPABILITIES = RUNTIME_APIS.filter((api): api is Capability => !(api in API_ALIASES))

/** The capability of an endpoint by any of its names. */
export function capabilityOf(api: RuntimeApi): Capability {
  return api === 'mt5login' ? API_ALIASES[api] : api
}

/** The platform-wide states of an API. */
export const API_STATES = ['open', 'maintenance', 'closed'] as const
export type ApiState = (typeof API_STATES)[number]
