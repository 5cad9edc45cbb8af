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
