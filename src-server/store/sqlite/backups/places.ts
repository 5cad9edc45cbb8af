import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { MAIN_DATABASE } from '../../backup-store.ts'

/**
 * Both databases of a data folder. Telemetry is copied first, so that the copy of the other one knows all its
 * accounts.
 */
export const DATABASES = ['telemetry.db', MAIN_DATABASE] as const

/** The folder in which a restore prepares the new data. */
export const stagingOf = (data: string): string => join(data, 'restoring')
/** While this file exists, the staged files count as the data, wherever they are. */
export const markerOf = (data: string): string => join(data, 'restore.json')
export const backupsOf = (data: string): string => join(data, 'backups')
/** The name of an incomplete file or folder. */
export const partOf = (folder: string): string => `${folder}.part`

/** Makes new names in a folder survive a power cut. Windows has no such call and needs none. */
export function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r')
    fsyncSync(handle)
    closeSync(handle)
  } catch {
    // Some file systems can't open a folder.
  }
}

/** Makes a file's content survive a power cut. */
export function syncFile(file: string): void {
  const handle = openSync(file, 'r+')
  fsyncSync(handle)
  closeSync(handle)
}

/** A free name, so that two backups of one second have different names. */
export function freeName(target: string): string {
  if (!existsSync(target)) return target
  for (let count = 2; ; count++) {
    const other = `${target}-${count}`
    if (!existsSync(other)) return other
  }
}
