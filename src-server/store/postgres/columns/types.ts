import { bigint, customType, timestamp } from 'drizzle-orm/pg-core'
import type { CustomValues } from '../../../contract/subjects/custom-values.ts'
import { readLines, readValues, writeLines, writeValues } from '../../stored-values.ts'

/** An integer of 64 bits: times, money and ids. 4102243200, for ever, doesn't fit into 32. */
export function whole(name = '') {
  return bigint(name, { mode: 'number' })
}

/** The number of a row, which the database gives. An import or a move may name it. */
export function identity() {
  return whole().primaryKey().generatedByDefaultAsIdentity()
}

/** A time by the database's clock. Only tables that the copies share have one; all others have Unix seconds. */
export function moment(name = '') {
  return timestamp(name, { withTimezone: true })
}

export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

/** The number of a transaction, as text. */
export const transactionId = customType<{ data: string; driverData: string }>({ dataType: () => 'xid8' })

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
