import { join } from 'node:path'
import type { Verdict } from '../../backup-store.ts'
import { openReader } from '../open.ts'
import { isUnreadable } from '../refusal.ts'
import { DATABASES } from './places.ts'

/** Runs SQLite's check of every page. */
export function checkDatabases(data: string): Verdict[] {
  return DATABASES.map((name) => {
    try {
      return { name, verdict: verdictOn(join(data, name)), isConclusive: true }
    } catch (error) {
      const verdict = error instanceof Error ? error.message : String(error)
      return { name, verdict, isConclusive: isUnreadable(error) }
    }
  })
}

/** @throws errors of SQLite */
function verdictOn(file: string): string {
  const db = openReader(file)
  try {
    return String(db.pragma('quick_check(1)', { simple: true }))
  } finally {
    db.close()
  }
}
