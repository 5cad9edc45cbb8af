import { generalTab, kitsTab, licensingTab } from './tabs/general.ts'
import { mt5Tab } from './tabs/mt5.ts'
import { paymentTab, scriptsTab } from './tabs/extras.ts'
import { protocolTab } from './tabs/protocol.ts'
import type { Setting, SettingTab } from './setting.ts'

/** Everything app_update takes, in the order people need it. */
export const SETTING_TABS: readonly SettingTab[] = [
  generalTab,
  kitsTab,
  protocolTab,
  licensingTab,
  mt5Tab,
  paymentTab,
  scriptsTab,
]

export function settingsOf(tab: SettingTab): Setting[] {
  return tab.sections.flatMap((section) => section.settings)
}

export const ALL_SETTINGS: readonly Setting[] = SETTING_TABS.flatMap(settingsOf)

/** What is saved with the others. Keys aren't: they are rotated. */
export const SAVED_SETTINGS: readonly Setting[] = ALL_SETTINGS.filter(({ kind }) => kind !== 'key')
