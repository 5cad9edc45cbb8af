import { eq } from 'drizzle-orm'
import type { PreferencesRepository } from '../../repositories/views.ts'
import { firstOf, type Connection } from '../connection.ts'
import { preferences } from '../schema/index.ts'

export function createPreferencesRepository({ orm }: Connection): PreferencesRepository {
  return {
    find: async (operatorId) => {
      const own = orm.select().from(preferences).where(eq(preferences.operatorId, operatorId))
      return (await firstOf(own))?.document
    },
    set: async (operatorId, document, updatedAt) => {
      await orm
        .insert(preferences)
        .values({ operatorId, document, updatedAt })
        .onConflictDoUpdate({ target: preferences.operatorId, set: { document, updatedAt } })
    },
  }
}
