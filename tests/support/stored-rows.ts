import { join } from 'node:path'
import Database from 'better-sqlite3'

/** The rows of a query of a data folder, also while a server runs on it or is killed. */
export function storedRows<R>(folder: string, query: string): R[] {
  const db = new Database(join(folder, 'pulsekey.db'), { readonly: true })
  try {
    return db.prepare<[], R>(query).all()
  } finally {
    db.close()
  }
}
