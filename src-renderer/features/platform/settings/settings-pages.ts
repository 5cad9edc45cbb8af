/** The pages of the platform's settings, as the address names them. */
export const SETTINGS_PAGES = [
  'site',
  'doors',
  'address',
  'retention',
  'after_sales',
  'sales',
  'mail',
] as const

export type SettingsPage = (typeof SETTINGS_PAGES)[number]
