import { chmodSync, copyFileSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DataFolderError } from '../../data-folder-error.ts'
import { BackupError, type Report } from '../../backup-store.ts'
import { pendingMigrations, runMigrations } from '../migrate.ts'
import { readMigrations } from '../../migrations.ts'
import { openDatabase } from '../open.ts'
import { removeSides, requireSpace, verifyCopy } from './make-backup.ts'
import { hashFile, readManifest } from './manifest.ts'
import { DATABASES, stagingOf, syncFile, syncFolder } from './places.ts'

const MIGRATIONS = { 'telemetry.db': 'telemetry', 'pulsekey.db': 'main' } as const

/** @param source the backup's folder @param migrations `drizzle/` */
export async function stageRestore(
  data: string,
  source: string,
  migrations: string,
  at: number,
  report: Report,
): Promise<void> {
  const manifest = readManifest(source)
  if (manifest === undefined) throw new BackupError('There is no whole backup of that name')
  const staging = stagingOf(data)
  requireSpace(source, data)
  rmSync(staging, { recursive: true, force: true })
  mkdirSync(staging, { mode: 0o700 })
  try {
    for (const { name, size, sha256 } of manifest.files) {
      const copy = join(staging, name)
      copyFileSync(join(source, name), copy)
      chmodSync(copy, 0o600)
      if (statSync(copy).size !== size || (await hashFile(copy)) !== sha256)
        throw new BackupError(`${name} of this backup is not what was saved: its checksum differs`)
    }
    report(1)
    for (const name of DATABASES) verifyCopy(join(staging, name))
    report(2)
    for (const name of DATABASES) prepare(join(staging, name), join(migrations, MIGRATIONS[name]), at)
    syncFolder(staging)
    report(3)
  } catch (error) {
    rmSync(staging, { recursive: true, force: true })
    if (error instanceof DataFolderError) throw new BackupError(error.message)
    throw error
  }
}

/** Migrates a staged copy to this version's schema. */
function prepare(file: string, migrations: string, now: number): void {
  const db = openDatabase(file)
  try {
    runMigrations(db, pendingMigrations(db, readMigrations(migrations)), now)
    db.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    db.close()
  }
  removeSides(file)
  syncFile(file)
}
