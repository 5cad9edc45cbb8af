import { customType } from 'drizzle-orm/sqlite-core'
import { readLines, writeLines } from '../stored-lines.ts'

export const lines = customType<{ data: string[]; driverData: string }>({
  dataType: () => 'text',
  toDriver: writeLines,
  fromDriver: readLines,
})
