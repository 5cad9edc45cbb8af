import { customType } from 'drizzle-orm/sqlite-core'
import type { CustomValues } from '../../contract/subjects/custom-values.ts'
import { readLines, readValues, writeLines, writeValues } from '../stored-values.ts'

export const lines = customType<{ data: string[]; driverData: string }>({
  dataType: () => 'text',
  toDriver: writeLines,
  fromDriver: readLines,
})

export const customValues = customType<{ data: CustomValues; driverData: string }>({
  dataType: () => 'text',
  toDriver: writeValues,
  fromDriver: readValues,
})
