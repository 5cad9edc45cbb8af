import Database from 'better-sqlite3'
import { DataFolderError } from '../data-folder-error.ts'

/** What SQLite says of a file that isn't whole, or never was a database. */
const DAMAGED = ['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_SCHEMA']

/** Whether the disk had no room for what was to be written. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  // What Drizzle throws is around what SQLite threw.
  return code === 'SQLITE_FULL' || code === 'ENOSPC' || code === 'EDQUOT' || isDiskFull(error.cause)
}

/**
 * Why a database can't be opened, and what to do. Only what is damaged is to be replaced: a full disk or missing rights leave
 * good data, which a backup put in its place would throw away.
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
