import { DamagedDatabaseError, DataFolderError } from '../data-folder-error.ts'

/** SQLite's error codes for a damaged or foreign file. */
const DAMAGED = ['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_SCHEMA']
/** SQLite's error codes for a page that can't be read. */
const UNREADABLE = [
  'SQLITE_CORRUPT',
  'SQLITE_NOTADB',
  'SQLITE_IOERR_READ',
  'SQLITE_IOERR_SHORT_READ',
  'SQLITE_IOERR_CORRUPTFS',
  'SQLITE_IOERR_DATA',
]
/** SQLite's error codes for a lock that another program holds. */
const HELD = ['SQLITE_BUSY', 'SQLITE_LOCKED', 'SQLITE_PROTOCOL']

/** Whether the disk was too full for a write. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  // Drizzle wraps the error that SQLite threw.
  return code === 'SQLITE_FULL' || code === 'ENOSPC' || code === 'EDQUOT' || isDiskFull(error.cause)
}

/** The error code of SQLite or of the system. Empty for other errors. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  // Drizzle wraps the error that SQLite threw.
  return codeOf(error.cause)
}

/** Whether a part of the database can't be read. */
export function isUnreadable(error: unknown): boolean {
  return startsWithOne(codeOf(error), UNREADABLE)
}

/** Whether another program holds a lock of the database. */
export function isHeld(error: unknown): boolean {
  return startsWithOne(codeOf(error), HELD)
}

function startsWithOne(code: string, known: readonly string[]): boolean {
  return known.some((one) => code.startsWith(one))
}

/**
 * Why a database can't be opened, and what to do. Only damaged data should be replaced: with a full disk or
 * missing permissions the data is intact, and restoring a backup would lose it.
 */
export function refusalOf(file: string, error: unknown): DataFolderError {
  if (error instanceof DataFolderError) return error
  const why = error instanceof Error ? error.message : String(error)
  if (isDiskFull(error)) return diskFull(file)
  if (startsWithOne(codeOf(error), DAMAGED)) return damaged(file, why)
  if (isHeld(error))
    return new DataFolderError(
      `The database ${file} is held by another program. The data is as it was: close that program (a database browser, a backup, a virus scanner) and start again.`,
      `数据库 ${file} 正被其他程序占用。数据保持原样：请关闭该程序（数据库浏览器、备份或杀毒软件），然后重新启动。`,
    )
  return new DataFolderError(
    `The database ${file} can't be opened: ${why}. The data is as it was: mend the rights of the folder and the files in it, or what else is in the way, and start again.`,
    `无法打开数据库 ${file}：${why}。数据保持原样：请修正该文件夹及其中文件的权限，或排除其他阻碍，然后重新启动。`,
  )
}

export function diskFull(file: string): DataFolderError {
  return new DataFolderError(
    `The disk of ${file} is full. The data is as it was: free some space and start again.`,
    `${file} 所在磁盘已满。数据保持原样：请释放空间，然后重新启动。`,
  )
}

export function damaged(file: string, why: string): DamagedDatabaseError {
  return new DamagedDatabaseError(
    `The database ${file} can't be used: ${why}. Move it away (with its -wal and -shm files) and put the newest file of the backups folder in its place.`,
    `无法使用数据库 ${file}：${why}。请移走它（连同其 -wal 和 -shm 文件），并将备份文件夹中最新的文件放到该位置。`,
  )
}
