import Database from 'better-sqlite3'
import { DataFolderError } from '../data-folder-error.ts'

/** SQLite's error codes for a damaged or foreign file. */
const DAMAGED = ['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_SCHEMA']

/** Whether the disk was too full for a write. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  // Drizzle wraps the error that SQLite threw.
  return code === 'SQLITE_FULL' || code === 'ENOSPC' || code === 'EDQUOT' || isDiskFull(error.cause)
}

/**
 * Why a database can't be opened, and what to do. Only damaged data should be replaced: with a full disk or
 * missing permissions the data is intact, and restoring a backup would lose it.
 */
export function refusalOf(file: string, error: unknown): DataFolderError {
  if (error instanceof DataFolderError) return error
  const why = error instanceof Error ? error.message : String(error)
  if (isDiskFull(error)) return diskFull(file)
  const code = error instanceof Database.SqliteError ? error.code : ''
  if (DAMAGED.some((known) => code.startsWith(known))) return damaged(file, why)
  return new DataFolderError(
    `The database ${file} can't be opened: ${why}. The data is as it was: mend the rights of the folder and the files in it, or what else is in the way, and start again.`,
  )
}

export function diskFull(file: string): DataFolderError {
  return new DataFolderError(
    `The disk of ${file} is full. The data is as it was: free some space and start again.`,
  )
}

export function damaged(file: string, why: string): DataFolderError {
  return new DataFolderError(
    `The database ${file} can't be used: ${why}. Move it away (with its -wal and -shm files) and put the newest file of the backups folder in its place.`,
  )
}
