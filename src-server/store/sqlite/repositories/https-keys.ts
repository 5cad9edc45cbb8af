import { eq } from 'drizzle-orm'
import type { HttpsKeyRepository } from '../../repositories/https-keys.ts'
import type { Connection } from '../connection.ts'
import { httpsKeys } from '../schema/index.ts'
import type { Seal } from '../../sealing/seal.ts'
import { sealedRows } from '../../sealing/sealed-rows.ts'

export function createHttpsKeyRepository({ orm }: Connection, seal: Seal): HttpsKeyRepository {
  const secrets = sealedRows('https_keys', seal)
  return {
    find: async (id) => {
      const row = orm.select().from(httpsKeys).where(eq(httpsKeys.id, id)).get()
      return row && { about: row.about, secret: secrets.open(id, { secret: row.secret }).secret }
    },
    set: async (id, { about, secret: given }, updatedAt) => {
      const { secret } = secrets.close(id, { secret: given })
      orm
        .insert(httpsKeys)
        .values({ id, about, secret, updatedAt })
        .onConflictDoUpdate({ target: httpsKeys.id, set: { about, secret, updatedAt } })
        .run()
    },
    remove: async (id) => {
      orm.delete(httpsKeys).where(eq(httpsKeys.id, id)).run()
    },
  }
}
