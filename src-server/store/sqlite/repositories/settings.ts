import type { SettingsGroup } from '../../../contract/records/settings.ts'
import type { SettingsRepository } from '../../repositories/settings.ts'
import type { Connection } from '../connection.ts'
import { settings } from '../schema/index.ts'

export function createSettingsRepository({ orm }: Connection): SettingsRepository {
  return {
    all: async () =>
      Object.fromEntries(
        orm
          .select()
          .from(settings)
          .all()
          .map(({ key, value }) => [key as SettingsGroup, value as object]),
      ),

    set: async (key, value, updatedAt) => {
      orm
        .insert(settings)
        .values({ key, value, updatedAt })
        .onConflictDoUpdate({ target: settings.key, set: { value, updatedAt } })
        .run()
    },
  }
}
