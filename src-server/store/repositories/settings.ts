import type { PlatformSettings, SettingsGroup } from '../../contract/records/settings.ts'

export interface SettingsRepository {
  /** The stored groups of settings. Members that a later version added are missing. */
  all(): Promise<Partial<Record<SettingsGroup, object>>>
  set<G extends SettingsGroup>(group: G, value: PlatformSettings[G], now: number): Promise<void>
}
