import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs'
import { join } from 'node:path'

/** Both databases of a data folder; telemetry first, so that no account in it is unknown to the other. */
export const DATABASES = ['telemetry.db', 'pulsekey.db'] as const
export const MAIN_DATABASE = 'pulsekey.db'

/** Where a backup is made ready to become the data. */
export const stagingOf = (data: string): string => join(data, 'restoring')
/** While it is there, the staged files are the data, wherever they are. */
export const markerOf = (data: string): string => join(data, 'restore.json')
export const backupsOf = (data: string): string => join(data, 'backups')
/** What isn't whole yet has another name. */
export const partOf = (folder: string): string => `${folder}.part`

/** Makes names that were changed in a folder outlive a power cut. Windows has no such call, and needs none. */
export function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r')
    fsyncSync(handle)
    closeSync(handle)
  } catch {
    // Not every file system lets a folder be opened.
  }
}

/** Makes what was written into a file outlive a power cut. */
export function syncFile(file: string): void {
  const handle = openSync(file, 'r+')
  fsyncSync(handle)
  closeSync(handle)
}

/** Two of one second have different names. */
export function freeName(target: string): string {
  if (!existsSync(target)) return target
  for (let count = 2; ; count++) {
    const other = `${target}-${count}`
    if (!existsSync(other)) return other
  }
}
