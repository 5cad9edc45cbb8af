import { chmodSync, closeSync, lstatSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Files that this program makes in a data folder. Others are left alone. */
const OWN_FILES =
  /^(?:(?:pulsekey|telemetry|server\.lock)\.(?:db|json)(?:[.-][\w.-]+)?|(?:restore|incidents|taking|console-port|move|data-move)\.json(?:\.part)?|telemetry-damaged-[\w.-]+|machine\.key|recovery-key\.txt)$/
const OWN_FOLDERS = new Set(['backups', 'restoring', 'moves'])
/** A backup's folder, and the copies made before a migration. */
const OWN_BACKUPS = /^(?:[0-9]{8}T[0-9]{6}Z-[\w.-]+|(?:pulsekey|telemetry)-[\w.-]+)$/

/** Creates an empty file that only this user can read. SQLite gives its log files the same rights. */
export function createPrivateFile(file: string): void {
  closeSync(openSync(file, 'wx', 0o600))
}

/**
 * Takes the rights of other users away from the files of a data folder, which an earlier version may have given. Changes
 * nothing on Windows, where the rights of the folder decide.
 */
export function tightenFolder(folder: string): void {
  for (const name of namesIn(folder)) {
    const path = join(folder, name)
    if (OWN_FILES.test(name)) tighten(path, false)
    else if (OWN_FOLDERS.has(name)) {
      tighten(path, true)
      for (const inner of namesIn(path))
        if (name === 'restoring' || OWN_BACKUPS.test(inner)) tightenTree(join(path, inner))
    }
  }
}

function tightenTree(path: string): void {
  const isFolder = tighten(path, true)
  if (isFolder) for (const name of namesIn(path)) tighten(join(path, name), false)
}

/** @returns whether it is a folder */
function tighten(path: string, mayBeFolder: boolean): boolean {
  try {
    const found = lstatSync(path)
    if (found.isSymbolicLink()) return false
    const isFolder = found.isDirectory()
    if (isFolder && !mayBeFolder) return false
    if ((found.mode & 0o077) !== 0) chmodSync(path, isFolder ? 0o700 : 0o600)
    return isFolder
  } catch {
    // A file of another user. The health of the server names a folder that others can read.
    return false
  }
}

/** Whether users other than this one may list or enter a folder. Always false on Windows. */
export function isOpenToOthers(folder: string): boolean {
  try {
    return isPosix(folder) && (lstatSync(folder).mode & 0o077) !== 0
  } catch {
    return false
  }
}

/** The files of this program that other users can read. */
export function filesOpenToOthers(folder: string): string[] {
  if (!isPosix(folder)) return []
  return namesIn(folder).filter((name) => {
    const found = lstatSync(join(folder, name), { throwIfNoEntry: false })
    return OWN_FILES.test(name) && found !== undefined && (found.mode & 0o077) !== 0
  })
}

/** Windows paths begin with a drive or a share. */
function isPosix(folder: string): boolean {
  return folder.startsWith('/')
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
