import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { DataFolderError } from '../../data-folder-error.ts'
import { forgetDataIncidents } from '../incident-file.ts'
import { removeSides } from './make-backup.ts'
import { writeManifest } from './manifest.ts'
import {
  backupsOf,
  DATABASES,
  freeName,
  markerOf,
  partOf,
  stagingOf,
  syncFile,
  syncFolder,
} from './places.ts'

const marker = z.object({ keepAs: z.string().regex(/^[\w-]+$/), at: z.int(), version: z.string() })
type Marker = z.output<typeof marker>

/**
 * Writes the marker that commits a restore. Before this file has its name the old data counts, afterwards the
 * staged data.
 */
export function markRestore(data: string, mark: Marker): void {
  const part = partOf(markerOf(data))
  writeFileSync(part, JSON.stringify(mark), { mode: 0o600 })
  syncFile(part)
  renameSync(part, markerOf(data))
  syncFolder(data)
}

/**
 * Replaces the data by the staged data when a restore was marked. Nobody may have the databases open. After a
 * kill at any point, the next start continues: each file is moved once, and the marker is removed last.
 */
export async function finishRestore(data: string): Promise<void> {
  const staging = stagingOf(data)
  const mark = readMark(data)
  if (mark !== undefined) {
    const kept = join(backupsOf(data), mark.keepAs)
    for (const name of DATABASES) exchange(join(data, name), join(staging, name), join(partOf(kept), name))
    syncFolder(data)
    forgetDataIncidents(data)
    await keep(kept, mark)
    rmSync(markerOf(data))
    syncFolder(data)
  }
  rmSync(staging, { recursive: true, force: true })
  removeParts(backupsOf(data))
}

/** Removes what an interrupted backup had copied. */
function removeParts(folder: string): void {
  for (const name of namesIn(folder).filter((one) => one.endsWith(partOf(''))))
    rmSync(join(folder, name), { recursive: true, force: true })
}

/**
 * The names in a folder. Empty for a missing or unreadable folder, because its leftovers only cost space and
 * must not stop the start.
 */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function readMark(data: string): Marker | undefined {
  if (!existsSync(markerOf(data))) return undefined
  try {
    return marker.parse(JSON.parse(readFileSync(markerOf(data), 'utf8')))
  } catch (error) {
    throw new DataFolderError(
      `${markerOf(data)}, which names the restore to be finished, can't be read: ${error instanceof Error ? error.message : String(error)}. Move it away, and the data is the one from before the restore.`,
      `无法读取 ${markerOf(data)}（记录待完成的恢复）：${error instanceof Error ? error.message : String(error)}。移走该文件后，数据即为恢复之前的数据。`,
    )
  }
}

/**
 * Moves the old file aside and the staged file into place. While the staged file exists, the old one is still
 * in place.
 */
function exchange(live: string, staged: string, kept: string): void {
  if (!existsSync(staged)) return
  if (existsSync(live)) {
    foldIn(live)
    mkdirSync(join(kept, '..'), { recursive: true, mode: 0o700 })
    renameSync(live, kept)
  }
  removeSides(live)
  renameSync(staged, live)
}

/** Moves the rest of a killed server's write-ahead log into the file. A damaged file stays as it is. */
function foldIn(file: string): void {
  if (!existsSync(`${file}-wal`)) return
  try {
    const db = new Database(file)
    db.pragma('wal_checkpoint(TRUNCATE)')
    db.close()
  } catch {
    // The damaged file is kept with its log, for a repair by hand.
  }
}

/** Makes a backup of the databases that were moved aside. */
async function keep(folder: string, { at, version }: Marker): Promise<void> {
  const part = partOf(folder)
  if (!existsSync(part)) return
  if (DATABASES.every((name) => existsSync(join(part, name))))
    await writeManifest(part, { reason: 'before_restore', made_at: at, version })
  renameSync(part, freeName(folder))
  syncFolder(join(folder, '..'))
}
