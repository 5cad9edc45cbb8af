import { mkdirSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import type { BackupRecord } from '../../../contract/records/backup.ts'
import { BackupError, type BackupOrder, type Report } from '../../backup-store.ts'
import { APPLICATION_ID } from '../open.ts'
import { createPrivateFile } from '../private-files.ts'
import { recordOf, writeManifest } from './manifest.ts'
import { DATABASES, freeName, partOf, syncFile, syncFolder } from './places.ts'

/**
 * More pages than any database has. Copied in one step, the copy is the state of one moment, and the writer
 * isn't blocked.
 */
const ALL_PAGES = 0x7fffffff

/** @param target the folder of the new backup */
export async function makeBackup(
  data: string,
  target: string,
  order: BackupOrder & { readonly version: string },
  report: Report,
): Promise<BackupRecord> {
  const folder = freeName(target)
  const part = partOf(folder)
  requireSpace(data, dirname(folder))
  rmSync(part, { recursive: true, force: true })
  mkdirSync(part, { mode: 0o700 })
  try {
    let done = 0
    for (const name of DATABASES) {
      await copyDatabase(join(data, name), join(part, name))
      report(++done)
    }
    for (const name of DATABASES) verifyCopy(join(part, name))
    const manifest = await writeManifest(part, {
      reason: order.reason,
      made_at: order.at,
      version: order.version,
    })
    syncFolder(part)
    renameSync(part, folder)
    syncFolder(dirname(folder))
    report(++done)
    return recordOf(folder.slice(dirname(folder).length + 1), manifest)
  } catch (error) {
    rmSync(part, { recursive: true, force: true })
    throw error
  }
}

async function copyDatabase(from: string, to: string): Promise<void> {
  const source = new Database(from, { readonly: true })
  try {
    createPrivateFile(to)
    await source.backup(to, { progress: () => ALL_PAGES })
  } finally {
    source.close()
  }
  syncFile(to)
}

/** @throws BackupError for a damaged or foreign copy */
export function verifyCopy(file: string): void {
  const copy = new Database(file, { readonly: true })
  try {
    const verdict: unknown = copy.pragma('quick_check(1)', { simple: true })
    if (verdict !== 'ok') throw new BackupError(`The copy is damaged: ${String(verdict)}`)
    if (copy.pragma('application_id', { simple: true }) !== APPLICATION_ID)
      throw new BackupError('The copy was not made by this program')
  } catch (error) {
    if (error instanceof BackupError) throw error
    throw new BackupError(`The copy is damaged: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    copy.close()
  }
  removeSides(file)
}

/** Removes the files that a reader of a copy in WAL mode creates and can't remove. */
export function removeSides(file: string): void {
  for (const side of ['-wal', '-shm']) rmSync(file + side, { force: true })
}

/** @throws BackupError when the disk is too full for copies of both databases */
export function requireSpace(data: string, folder: string): void {
  const disk = statfsSync(folder)
  const free = disk.bavail * disk.bsize
  const needed = DATABASES.reduce((sum, name) => sum + statSync(join(data, name)).size, 0) + 64 * 1024 * 1024
  if (free < needed)
    throw new BackupError(
      `The disk of ${folder} has ${free} bytes free; this needs ${needed}. Free some space first.`,
    )
}
