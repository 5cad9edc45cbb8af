import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { BackupRecord } from '../../../contract/records/backup.ts'
import { readManifest, recordOf } from './manifest.ts'
import { backupsOf } from './places.ts'

/** The complete backups of a data folder and of another place, with their folders. */
export function listBackups(data: string, other: string): { path: string; record: BackupRecord }[] {
  const places = new Set([backupsOf(data), ...(other === '' ? [] : [resolve(other)])])
  return [...places].flatMap((place) =>
    namesIn(place).flatMap((name) => {
      const path = join(place, name)
      const manifest = name.endsWith('.part') ? undefined : readManifest(path)
      return manifest === undefined ? [] : [{ path, record: recordOf(name, manifest) }]
    }),
  )
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
