import { customType } from 'drizzle-orm/pg-core'
import type { CustomValues } from '../../../contract/subjects/custom-values.ts'
import { readValues, writeValues } from '../../stored-values.ts'

export const customValues = customType<{ data: CustomValues; driverData: string }>({
  dataType: () => 'text',
  toDriver: writeValues,
  fromDriver: readValues,
})
