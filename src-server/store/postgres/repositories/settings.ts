import { eq } from 'drizzle-orm'
import type { SettingsGroup } from '../../../contract/records/settings.ts'
import type { MetaRepository, SettingsRepository } from '../../repositories/settings.ts'
import type { Seal } from '../../sealing/seal.ts'
import { sealedRows } from '../../sealing/sealed-rows.ts'
import { changedBy, firstOf, type Connection } from '../connection.ts'
import { meta, settings } from '../schema/index.ts'

export function createSettingsRepository({ orm }: Connection, seal: Seal): SettingsRepository {
  const secrets = sealedRows('settings', seal)
  return {
    all: async () => {
      const rows = await orm.select().from(settings)
      return Object.fromEntries(
        rows.map(({ key, value }) => [key as SettingsGroup, secrets.open(key, { value }).value as object]),
      )
    },

    set: async (key, given, updatedAt) => {
      const { value } = secrets.close<{ value: object }>(key, { value: given })
      await orm
        .insert(settings)
        .values({ key, value, updatedAt })
        .onConflictDoUpdate({ target: settings.key, set: { value, updatedAt } })
    },
  }
}

export function createMetaRepository({ orm }: Connection): MetaRepository {
  return {
    find: async (key) => (await firstOf(orm.select().from(meta).where(eq(meta.key, key))))?.value,
    set: async (key, value) => {
      await orm.insert(meta).values({ key, value }).onConflictDoUpdate({ target: meta.key, set: { value } })
    },
    take: async (key) => (await changedBy(orm.delete(meta).where(eq(meta.key, key)))) === 1,
  }
}
