import { join } from 'node:path'
import { openReader } from '../open.ts'
import { DATABASES } from './places.ts'

/** Runs SQLite's check of every page. */
export function checkDatabases(data: string): { name: string; verdict: string }[] {
  return DATABASES.map((name) => {
    const db = openReader(join(data, name))
    try {
      return { name, verdict: String(db.pragma('quick_check(1)', { simple: true })) }
    } catch (error) {
      return { name, verdict: error instanceof Error ? error.message : String(error) }
    } finally {
      db.close()
    }
  })
}
