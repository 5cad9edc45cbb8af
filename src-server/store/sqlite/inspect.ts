import type Database from 'better-sqlite3'
import type { Random } from '../../contract/ports.ts'
import { breakAtEnd, CHAIN_START, followChain, type ChainBreak } from '../../domain/audit/verify.ts'
import type { DataKey } from '../sealing.ts'
import { connect } from './connection.ts'
import { APPLICATION_ID, openReader } from './open.ts'
import { createAuditRepository } from './repositories/audit.ts'
import { readDataKey } from './sealing/data-key.ts'
import { Seal } from '../sealing/seal.ts'
import { readSecrets } from './sealing/turn-secrets.ts'

/** Rows of the audit log in one read. */
const SLICE = 2000
/** More findings say nothing new. */
const MOST_FINDINGS = 20

/** Looks into a database file without changing it. */
function inspect<T>(file: string, work: (db: Database.Database) => T): T {
  const db = openReader(file)
  try {
    return work(db)
  } finally {
    db.close()
  }
}

/** Checks every page, every index and every reference. @returns the problems, none for a whole file */
export function checkDatabase(file: string): string[] {
  try {
    return inspect(file, (db) => {
      if (db.pragma('application_id', { simple: true }) !== APPLICATION_ID)
        return ['it was not made by this program']
      const verdicts = db.pragma(`integrity_check(${MOST_FINDINGS})`) as { integrity_check: string }[]
      const orphans = db.pragma('foreign_key_check') as { table: string }[]
      return [
        ...verdicts.map((row) => row.integrity_check).filter((verdict) => verdict !== 'ok'),
        ...(orphans.length === 0 ? [] : [`${orphans.length} rows without their parents`]),
      ]
    })
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

/** Follows the whole chain of the audit log, in one state of the database. */
export async function followAudit(file: string): Promise<{ rows: number; broken: ChainBreak | undefined }> {
  const db = openReader(file)
  try {
    db.exec('BEGIN')
    const audit = createAuditRepository(connect(db))
    let place = CHAIN_START
    for (;;) {
      const rows = await audit.after(place.id, SLICE)
      const followed = followChain(place, rows)
      place = followed.place
      if (followed.broken !== undefined) return { rows: place.rows, broken: followed.broken }
      if (rows.length < SLICE) return { rows: place.rows, broken: breakAtEnd(place, await audit.head()) }
    }
  } finally {
    db.close()
  }
}

/** @returns undefined for data from before secrets were sealed */
export function readKeyOf(file: string): DataKey | undefined {
  return inspect(file, (db) => (hasTable(db, 'data_keys') ? readDataKey(db) : undefined))
}

/** Opens every secret. */
export function countSecrets(
  file: string,
  secret: Uint8Array,
  random: Random,
): { opened: number; unreadable: string[] } {
  const seal = new Seal(random, secret)
  const unreadable: string[] = []
  let opened = 0
  inspect(file, (db) => {
    readSecrets(db, (text, place) => {
      if (seal.open(text, place) === undefined) unreadable.push(place)
      else opened++
    })
  })
  return { opened, unreadable }
}

/** The newest moment that the data recorded, Unix seconds. 0 for none. */
export function lastMomentOf(file: string): number {
  return inspect(file, (db) => {
    const newest = db
      .prepare<[], number | null>(
        'SELECT max(at) FROM (SELECT max(at) AS at FROM audit UNION ALL SELECT max(last_seen_at) FROM sessions)',
      )
      .pluck()
      .get()
    return newest ?? 0
  })
}

/** The migrations that a database has, in their order. */
export function migrationsOf(file: string): string[] {
  return inspect(file, (db) =>
    hasTable(db, 'migrations')
      ? db.prepare<[], string>('SELECT tag FROM migrations ORDER BY position').pluck().all()
      : [],
  )
}

function hasTable(db: Database.Database, name: string): boolean {
  return db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(name) !== undefined
}
