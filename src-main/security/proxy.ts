import type { ProxyConfig } from 'electron'

import type { ProxyChoice } from '../settings/shell-settings.ts'

/** @returns Electron's configuration; connections to this machine itself never use a proxy */
export function proxyConfig(choice: ProxyChoice): ProxyConfig {
  if (choice.mode !== 'fixed') return { mode: choice.mode }
  return { mode: 'fixed_servers', proxyRules: choice.server, proxyBypassRules: '<local>;127.0.0.1;[::1]' }
}
