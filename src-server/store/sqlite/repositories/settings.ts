import type { SettingsGroup } from '../../../contract/records/settings.ts'
import type { SettingsRepository, MetaRepository } from '../../repositories/settings.ts'
import type { Connection } from '../connection.ts'
import { settings, meta } from '../schema/index.ts'
import type { Seal } from '../../sealing/seal.ts'
import { sealedRows } from '../../sealing/sealed-rows.ts'
import { eq } from 'drizzle-orm'

export function createSettingsRepository({ orm }: Connection, seal: Seal): SettingsRepository {
  const secrets = sealedRows('settings', seal)
  return {
    all: async () =>
      Object.fromEntries(
        orm
          .select()
          .from(settings)
          .all()
          .map(({ key, value }) => [key as SettingsGroup, secrets.open(key, { value }).value as object]),
      ),

    set: async (key, given, updatedAt) => {
      const { value } = secrets.close<{ value: object }>(key, { value: given })
      orm
        .insert(settings)
        .values({ key, value, updatedAt })
        .onConflictDoUpdate({ target: settings.key, set: { value, updatedAt } })
        .run()
    },
  }
}

export function createMetaRepository({ orm }: Connection): MetaRepository {
  return {
    find: async (key) => orm.select().from(meta).where(eq(meta.key, key)).get()?.value,
    set: async (key, value) => {
      orm.insert(meta).values({ key, value }).onConflictDoUpdate({ target: meta.key, set: { value } }).run()
    },
    take: async (key) => orm.delete(meta).where(eq(meta.key, key)).run().changes === 1,
  }
}
