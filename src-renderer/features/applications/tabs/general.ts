import { settingTab } from '../setting.ts'

export const generalTab = settingTab('general', {
  identity: [
    { path: 'name', kind: 'text', max: 64 },
    { path: 'state', kind: 'flag' },
    { path: 'login_closed', kind: 'switch' },
  ],
  announcement: [{ path: 'app_gg', kind: 'lines', max: 8000 }],
  version: [
    { path: 'version', kind: 'text', max: 32 },
    { path: 'version_info', kind: 'lines', max: 4000 },
    { path: 'app_update_show', kind: 'lines', max: 4000 },
    { path: 'app_update_url', kind: 'text', max: 1024 },
    { path: 'app_update_must', kind: 'flag' },
  ],
})

export const kitsTab = settingTab('kits', {
  kit_address: [],
  kit_list: [],
  outage: [{ path: 'grace_hours', kind: 'number', max: 720 }],
  kit_links: [],
})

const YEAR = 31_536_000

export const licensingTab = settingTab('licensing', {
  checks: [
    { path: 'free_mode', kind: 'switch' },
    { path: 'device_check', kind: 'switch' },
    { path: 'several_accounts', kind: 'switch' },
    { path: 'ip_check', kind: 'switch' },
    { path: 'registration_interval', kind: 'seconds', max: YEAR },
  ],
  unbind: [
    { path: 'unbind.interval', kind: 'seconds', max: YEAR },
    { path: 'unbind.max', kind: 'number', max: 1_000_000 },
    { path: 'unbind.deduct_seconds', kind: 'seconds', max: 10 * YEAR },
    { path: 'unbind.deduct_uses', kind: 'number', max: 1_000_000 },
  ],
})
