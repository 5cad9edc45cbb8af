import type { DataKeyRepository } from '../../sealing.ts'
import type { Connection } from '../connection.ts'
import { dataKeys } from '../schema/index.ts'

export function createDataKeyRepository({ orm }: Connection): DataKeyRepository {
  return {
    find: async () => orm.select().from(dataKeys).get(),
    update: async (change) => {
      orm.update(dataKeys).set(change).run()
    },
  }
}
