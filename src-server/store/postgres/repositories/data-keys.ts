import type { DataKey, DataKeyRepository } from '../../sealing.ts'
import { columnsFor } from '../columns.ts'
import type { Connection } from '../connection.ts'
import { dataKeys } from '../schema/index.ts'

const COLUMNS = columnsFor<DataKey>(dataKeys)

export function createDataKeyRepository({ orm, prepare }: Connection): DataKeyRepository {
  const find = prepare<[], DataKey>(`SELECT ${COLUMNS.all} FROM data_keys`)
  return {
    find: async () => find.get(),
    update: async (change) => {
      await orm.update(dataKeys).set(change)
    },
  }
}
