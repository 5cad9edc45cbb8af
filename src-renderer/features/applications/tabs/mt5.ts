import { settingTab } from '../setting.ts'

const TEN_YEARS = 315_360_000
const WEEK = 604_800

export const mt5Tab = settingTab('mt5', {
  accounts: [
    { path: 'mt5.enabled', kind: 'switch' },
    { path: 'mt5.auto_trial', kind: 'switch' },
    { path: 'mt5.trial_seconds', kind: 'seconds', min: 60, max: TEN_YEARS },
    { path: 'mt5.trials_a_day', kind: 'number', min: 1, max: 1_000_000 },
    { path: 'mt5.buy_url', kind: 'text', max: 512 },
  ],
  risk: [
    { path: 'mt5.drawdown_threshold', kind: 'percent', max: 100 },
    { path: 'mt5.margin_critical', kind: 'percent', max: 100_000 },
    { path: 'mt5.margin_warning', kind: 'percent', max: 100_000 },
    { path: 'mt5.alert_cooldown', kind: 'seconds', max: WEEK },
    { path: 'mt5.silence_alert', kind: 'seconds', max: WEEK },
    { path: 'mt5.close_overdue_alert', kind: 'switch' },
    { path: 'mt5.rearm_close_all', kind: 'switch' },
  ],
  messenger: [
    { path: 'mt5.messenger_enabled', kind: 'switch' },
    { path: 'mt5.messenger_app_id', kind: 'text', max: 128 },
    { path: 'mt5.messenger_app_secret', kind: 'secret', max: 256 },
    { path: 'mt5.messenger_base', kind: 'text', max: 256 },
    { path: 'mt5.admin_open_id', kind: 'text', max: 128 },
    { path: 'mt5.bot_link', kind: 'text', max: 512 },
    { path: 'mt5.bridge', kind: 'switch' },
    { path: 'mt5.bind_approval', kind: 'switch' },
    { path: 'mt5.bind_secret', kind: 'secret', max: 128 },
  ],
})
