import { customType } from 'drizzle-orm/pg-core'
import { readLines, writeLines } from '../../stored-lines.ts'

export const lines = customType<{ data: string[]; driverData: string }>({
  dataType: () => 'text',
  toDriver: writeLines,
  fromDriver: readLines,
})
