import { eq } from 'drizzle-orm'
import type { HttpsKeyRepository } from '../../repositories/https-keys.ts'
import type { Seal } from '../../sealing/seal.ts'
import { sealedRows } from '../../sealing/sealed-rows.ts'
import { firstOf, type Connection } from '../connection.ts'
import { httpsKeys } from '../schema/index.ts'

export function createHttpsKeyRepository({ orm }: Connection, seal: Seal): HttpsKeyRepository {
  const secrets = sealedRows('https_keys', seal)
  return {
    find: async (id) => {
      const row = await firstOf(orm.select().from(httpsKeys).where(eq(httpsKeys.id, id)))
      return row && { about: row.about, secret: secrets.open(id, { secret: row.secret }).secret }
    },
    set: async (id, { about, secret: given }, updatedAt) => {
      const { secret } = secrets.close(id, { secret: given })
      await orm
        .insert(httpsKeys)
        .values({ id, about, secret, updatedAt })
        .onConflictDoUpdate({ target: httpsKeys.id, set: { about, secret, updatedAt } })
    },
    remove: async (id) => {
      await orm.delete(httpsKeys).where(eq(httpsKeys.id, id))
    },
  }
}
