import { existsSync, renameSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type Database from 'better-sqlite3'
import { DamagedDatabaseError } from '../../data-folder-error.ts'
import { freeName, syncFolder } from '../backups/places.ts'
import { prepareDatabase } from '../prepare-database.ts'
import type { Renewed } from '../../telemetry/messages.ts'

export interface TelemetryPlace {
  readonly file: string
  /** The folder of the migrations. */
  readonly migrations: string
}

/** What the thread of the telemetry file gets. */
export interface WorkerData {
  readonly place: TelemetryPlace
  /** The time of the thread's start, Unix seconds. */
  readonly startedAt: number
}

/**
 * Opens the telemetry file. A damaged one is set aside, and an empty one takes its place: licences must not
 * wait for the history of figures.
 * @throws DataFolderError for a file that is not damaged and can't be used
 */
export async function openTelemetry(
  { file, migrations }: TelemetryPlace,
  now: number,
): Promise<{ readonly db: Database.Database; readonly renewed: Renewed | undefined }> {
  try {
    return { db: await prepareDatabase(file, migrations, now), renewed: undefined }
  } catch (error) {
    if (!(error instanceof DamagedDatabaseError)) throw error
    const renewed = { kept: setAside(file, now), why: error.message }
    return { db: await prepareDatabase(file, migrations, now), renewed }
  }
}

/** Renames the file and its log. Nobody may have it open. @returns the new name */
export function setAside(file: string, now: number): string {
  const at = new Date(now * 1000).toISOString().slice(0, 19).replace(/[-:]/g, '')
  const kept = freeName(join(dirname(file), `telemetry-damaged-${at}Z.db`))
  for (const side of ['', '-wal', '-shm']) if (existsSync(file + side)) renameSync(file + side, kept + side)
  syncFolder(dirname(file))
  return basename(kept)
}
