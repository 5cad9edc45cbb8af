import type Database from 'better-sqlite3'
import type { DataKey } from '../../sealing.ts'
import { columnsFor } from '../columns.ts'
import { dataKeys } from '../schema/index.ts'

const COLUMNS = columnsFor<DataKey>(dataKeys)

export function readDataKey(db: Database.Database): DataKey | undefined {
  return db.prepare<[], DataKey>(`SELECT ${COLUMNS.all} FROM data_keys`).get()
}

/** Makes this the one data key of a database. */
export function writeDataKey(db: Database.Database, key: DataKey): void {
  const members = Object.keys(key) as (keyof DataKey)[]
  db.prepare('DELETE FROM data_keys').run()
  db.prepare(`INSERT INTO data_keys ${COLUMNS.values(members)}`).run(key)
}
