import { eq } from 'drizzle-orm'
import type { PreferencesRepository } from '../../repositories/views.ts'
import type { Connection } from '../connection.ts'
import { preferences } from '../schema/index.ts'

export function createPreferencesRepository({ orm }: Connection): PreferencesRepository {
  return {
    find: async (operatorId) =>
      orm.select().from(preferences).where(eq(preferences.operatorId, operatorId)).get()?.document,

    set: async (operatorId, document, updatedAt) => {
      orm
        .insert(preferences)
        .values({ operatorId, document, updatedAt })
        .onConflictDoUpdate({ target: preferences.operatorId, set: { document, updatedAt } })
        .run()
    },
  }
}
