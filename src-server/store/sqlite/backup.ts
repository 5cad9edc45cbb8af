import { mkdirSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { DataFolderError } from '../data-folder-error.ts'
import { APPLICATION_ID } from './open.ts'
import { createPrivateFile } from './private-files.ts'

/**
 * Copies a live database into its folder's `backups`, and keeps the copy only after reading and checking it.
 * @returns the copy's path
 */
export async function backUp(db: Database.Database, label: string): Promise<string> {
  const folder = join(dirname(db.name), 'backups')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  requireSpace(db.name, folder)
  const target = join(folder, `${basename(db.name, '.db')}-${label}.db`)
  const part = `${target}.part`
  rmSync(part, { force: true })
  createPrivateFile(part)
  await db.backup(part)
  verifyCopy(part)
  // Reading a copy in WAL mode creates these files, and a read-only reader can't remove them.
  for (const side of ['-wal', '-shm']) rmSync(part + side, { force: true })
  renameSync(part, target)
  return target
}

function verifyCopy(file: string): void {
  const copy = new Database(file, { readonly: true })
  try {
    const verdict: unknown = copy.pragma('integrity_check(1)', { simple: true })
    const id: unknown = copy.pragma('application_id', { simple: true })
    if (verdict !== 'ok' || id !== APPLICATION_ID)
      throw new Error(`the copy ${file} is not whole: ${String(verdict)}`)
  } finally {
    copy.close()
  }
}

/** A migration may rebuild every table, so both the backup and the rebuilt tables need space. */
function requireSpace(file: string, folder: string): void {
  const disk = statfsSync(folder)
  const free = disk.bavail * disk.bsize
  const needed = Math.ceil(statSync(file).size * 2.5)
  if (free < needed) {
    throw new DataFolderError(
      `The disk of ${folder} has ${free} bytes free; updating the data needs ${needed}. Free some space and start again.`,
      `${folder} 所在磁盘剩余 ${free} 字节，更新数据需要 ${needed} 字节。请释放空间后重新启动。`,
    )
  }
}
