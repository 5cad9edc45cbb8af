import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { DataFolderError } from '../data-folder-error.ts'
import { createPrivateFile } from './private-files.ts'
import { diskFull, isDiskFull } from './refusal.ts'

/**
 * The handles of held locks. The garbage collector would close a handle in a local variable, and release its
 * lock.
 */
const held = new Map<string, Database.Database>()

/**
 * Makes this process the only one on the data folder, until release() or until the process ends in any way.
 * The lock is an exclusive SQLite transaction on a file of its own.
 * @throws DataFolderError when another process holds it, or the folder isn't writable
 */
export function lockDataFolder(folder: string, holder: { pid: number; since: number }): () => void {
  const file = join(folder, 'server.lock.db')
  const note = join(folder, 'server.lock.json')
  const db = openLock(folder, file)
  try {
    db.exec('BEGIN EXCLUSIVE')
    writeFileSync(note, JSON.stringify(holder), { mode: 0o600 })
  } catch (error) {
    db.close()
    if (!(error instanceof Database.SqliteError) || !error.code.startsWith('SQLITE_BUSY'))
      throw unwritable(folder, error)
    throw new DataFolderError(
      `The data folder ${folder} is in use by another server${describeHolder(note)}. Stop that one first, or name another folder.`,
      `数据文件夹 ${folder} 正被另一台服务器使用。请先停止它，或指定其他文件夹。`,
    )
  }
  held.set(folder, db)
  return () => {
    held.delete(folder)
    db.close()
  }
}

function openLock(folder: string, file: string): Database.Database {
  try {
    if (!existsSync(file)) createPrivateFile(file)
    return new Database(file, { timeout: 0 })
  } catch (error) {
    throw unwritable(folder, error)
  }
}

function unwritable(folder: string, error: unknown): DataFolderError {
  if (isDiskFull(error)) return diskFull(folder)
  const why = error instanceof Error ? error.message : String(error)
  return new DataFolderError(
    `The data folder ${folder} can't be written: ${why}. Name another one, or mend its rights.`,
    `无法写入数据文件夹 ${folder}：${why}。请指定其他文件夹，或修正其权限。`,
  )
}

/**
 * Whether another process uses the data folder. Changes nothing, so that a check can run beside a server.
 * @returns undefined when nobody does
 */
export function findHolder(folder: string): { readonly pid: number | undefined } | undefined {
  const file = join(folder, 'server.lock.db')
  if (!existsSync(file)) return undefined
  const db = new Database(file, { readonly: true, timeout: 0 })
  try {
    db.prepare('SELECT count(*) FROM sqlite_master').get()
    return undefined
  } catch (error) {
    if (!(error instanceof Database.SqliteError) || !error.code.startsWith('SQLITE_BUSY')) throw error
    return { pid: readPid(join(folder, 'server.lock.json')) }
  } finally {
    db.close()
  }
}

function describeHolder(note: string): string {
  const pid = readPid(note)
  return pid === undefined ? '' : ` (process ${pid})`
}

function readPid(note: string): number | undefined {
  try {
    const holder: unknown = JSON.parse(readFileSync(note, 'utf8'))
    const pid = typeof holder === 'object' && holder !== null && 'pid' in holder ? holder.pid : undefined
    return typeof pid === 'number' ? pid : undefined
  } catch {
    return undefined
  }
}
