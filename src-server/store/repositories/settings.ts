import type { PlatformSettings, SettingsGroup } from '../../contract/records/settings.ts'

export interface SettingsRepository {
  /** The stored groups of settings. Members that a later version added are missing. */
  all(): Promise<Partial<Record<SettingsGroup, object>>>
  set<G extends SettingsGroup>(group: G, value: PlatformSettings[G], now: number): Promise<void>
}

export interface MetaRepository {
  find(key: string): Promise<string | undefined>
  set(key: string, value: string): Promise<void>
  /** Removes a key. @returns false when it was gone already, so that of two callers only one gets it */
  take(key: string): Promise<boolean>
}
