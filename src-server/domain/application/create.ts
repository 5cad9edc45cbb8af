import { MARGIN_CRITICAL, MARGIN_WARNING } from '../../contract/account-risk.ts'
import type { ApplicationSettings } from '../../contract/records/application.ts'
import { inside, type Inside } from '../../contract/spelling.ts'
import type { Preset } from '../../contract/application-names.ts'
import type { Random } from '../../contract/ports.ts'

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export function randomText(random: Random, length: number): string {
  let text = ''
  for (let i = 0; i < length; i++) text += ALPHANUMERIC.charAt(random.below(ALPHANUMERIC.length))
  return text
}

/** 32 random characters. */
export function makeAppkey(random: Random): string {
  return randomText(random, 32)
}

/** 11 random characters and the application's number, as deployed clients expect. */
export function makeRc4Key(random: Random, app: number): string {
  return `${randomText(random, 11)}${app}`
}

/** An EA logs on and reports. A new trading account gets a trial, and a drawdown of 30 % is an alert. */
const EA_SETTINGS = { enabled: true, auto_trial: true, drawdown_threshold: 30 }

/** The settings of a new application, without its keys. Without a preset they are those of the specification. */
export function defaultSettings(
  name: string,
  preset?: Preset,
): Omit<Inside<ApplicationSettings>, 'appkey' | 'rc4Key'> {
  const settings = {
    name,
    state: 'y',
    login_closed: false,
    free_mode: false,
    version: '1.0',
    version_info: '',
    app_update_show: '',
    app_update_url: '',
    app_update_must: 'n',
    app_gg: '',
    mi_type: 0,
    encrypt: false,
    sign: true,
    sign_order: 'received',
    window: 10,
    sign_answers: true,
    envelope: 'msg',
    language: 'zh',
    charset: 'auto',
    data_urldecode: false,
    device_check: true,
    several_accounts: false,
    ip_check: false,
    unbind: { interval: 86_400, max: 3, deduct_seconds: 3600, deduct_uses: 1 },
    pay: { state: 'n', url: '', appid: '', appkey: '', ali: 'n', wx: 'n', qq: 'n' },
    mt5: {
      enabled: false,
      auto_trial: false,
      trial_seconds: 259_200,
      trials_a_day: 1000,
      buy_url: '',
      admin_open_id: '',
      drawdown_threshold: 0,
      margin_critical: MARGIN_CRITICAL,
      margin_warning: MARGIN_WARNING,
      alert_cooldown: 900,
      messenger_enabled: false,
      messenger_app_id: '',
      messenger_app_secret: '',
      messenger_base: 'https://open.feishu.cn',
      bot_link: '',
      bind_secret: '',
      rearm_close_all: false,
      silence_alert: 0,
      close_overdue_alert: true,
      bridge: false,
      bind_approval: false,
    },
    scripts: { ygg: '', sig: '' },
    rsa_private_key: '',
    rsa_oaep: false,
    registration_interval: 0,
    grace_hours: 24,
  } satisfies Omit<ApplicationSettings, 'appkey' | 'rc4_key'>
  return inside<Omit<ApplicationSettings, 'appkey' | 'rc4_key'>>(
    preset === 'ea' ? { ...settings, mt5: { ...settings.mt5, ...EA_SETTINGS } } : settings,
  )
}
