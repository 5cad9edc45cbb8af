import { join } from 'node:path'
import Database from 'better-sqlite3'
import { MAIN_DATABASE, RESTORED_KEY, type RestoreOrder } from '../../backup-store.ts'
import { connect } from '../connection.ts'
import { applyPragmas } from '../open.ts'
import { createAuditRepository } from '../repositories/audit.ts'
import { createMetaRepository, createSettingsRepository } from '../repositories/settings.ts'
import { createSessionRepository } from '../repositories/sessions.ts'
import { clearPages } from '../sealing/clear-pages.ts'
import { readDataKey } from '../sealing/data-key.ts'
import type { SqliteSealing } from '../sealing/sqlite-sealing.ts'
import { openReader } from '../open.ts'
import type { DataKey } from '../../sealing.ts'
import { removeSides } from './make-backup.ts'
import { stagingOf, syncFile } from './places.ts'

/**
 * Removes everything from the staged data that must not become valid again: sessions ended since, links that
 * were used, close orders that were carried out. Only the session of the person who restores continues, if
 * the backup holds the same person.
 */
export async function settleStaged(
  data: string,
  { at, name, entry, session, settings: kept, recoveryKey }: RestoreOrder,
  sealing: SqliteSealing,
): Promise<void> {
  const file = join(stagingOf(data), MAIN_DATABASE)
  const db = new Database(file)
  applyPragmas(db)
  const connection = connect(db)
  sealing.adopt(db, currentKey(data), recoveryKey)
  db.exec('BEGIN IMMEDIATE')
  db.prepare(
    `UPDATE commands SET state = 'withdrawn', withdrawn_at = ? WHERE state IN ('asked', 'delivered')`,
  ).run(at)
  db.exec('DELETE FROM sessions; DELETE FROM invitations WHERE used_at IS NULL; DELETE FROM bind_codes')
  const isKnown = db
    .prepare('SELECT 1 FROM operators WHERE id = ? AND name = ? AND frozen = 0 AND banned = 0')
    .get(session?.operatorId ?? 0, entry.personName)
  if (session !== undefined && isKnown !== undefined)
    await createSessionRepository(connection).insert(session)
  const settings = createSettingsRepository(connection, sealing.seal)
  if (kept !== undefined) {
    await settings.set('listeners', kept.listeners, at)
    await settings.set('client_address', kept.client_address, at)
    await settings.set('backups', kept.backups, at)
  }
  await createMetaRepository(connection).set(RESTORED_KEY, JSON.stringify({ name, at }))
  await createAuditRepository(connection).append([entry])
  db.exec('COMMIT')
  clearPages(db, at)
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
  removeSides(file)
  syncFile(file)
}

/** The data key of the data in use. Undefined where there is no such data, or none that can be read. */
function currentKey(data: string): DataKey | undefined {
  try {
    const db = openReader(join(data, MAIN_DATABASE))
    try {
      return readDataKey(db)
    } finally {
      db.close()
    }
  } catch {
    return undefined
  }
}
