import type { Capability } from '../../../src-server/contract/runtime-apis.ts'

/** Capabilities by what they are for, in the order people look for them. Titles are `capabilities.group.<name>`. */
export const API_GROUPS: readonly { readonly name: string; readonly apis: readonly Capability[] }[] = [
  { name: 'codes', apis: ['kmlogon', 'kmunmachine'] },
  { name: 'accounts', apis: ['userreg', 'userlogon'] },
  { name: 'mt5', apis: ['mt5logon', 'mt5pulse', 'mt5notify', 'mt5messenger_bind'] },
  { name: 'application', apis: ['ini', 'notice', 'getfile', 'violationsinfo'] },
  { name: 'scripts', apis: ['sig', 'ygg', 'yyzkmdenglu'] },
  { name: 'keys', apis: ['getrc4', 'logongetapp', 'openrc42', 'automaticsample'] },
]
