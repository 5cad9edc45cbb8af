import { eq } from 'drizzle-orm'
import type { MetaRepository } from '../../repositories/meta.ts'
import type { Connection } from '../connection.ts'
import { meta } from '../schema/index.ts'

export function createMetaRepository({ orm }: Connection): MetaRepository {
  return {
    find: async (key) => orm.select().from(meta).where(eq(meta.key, key)).get()?.value,
    set: async (key, value) => {
      orm.insert(meta).values({ key, value }).onConflictDoUpdate({ target: meta.key, set: { value } }).run()
    },
    take: async (key) => orm.delete(meta).where(eq(meta.key, key)).run().changes === 1,
  }
}
