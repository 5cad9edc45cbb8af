import type { PlatformSettings, SettingsGroup } from '../../contract/records/settings.ts'

export interface SettingsRepository {
  /** The groups that were ever set, as they were set; members a later version added are missing. */
  all(): Promise<Partial<Record<SettingsGroup, object>>>
  set<G extends SettingsGroup>(group: G, value: PlatformSettings[G], now: number): Promise<void>
}
