import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { MAIN_DATABASE } from '../../backup-store.ts'
import { DataFolderError } from '../../data-folder-error.ts'
import { incomplete, refuseMoved } from '../../moving/marks.ts'
import type { MoveSource, MoveTarget } from '../../moving/move-end.ts'
import { PulseBatch } from '../../pulse-batch.ts'
import { finishRestore } from '../backups/finish-restore.ts'
import { syncFile } from '../backups/places.ts'
import { lockDataFolder } from '../lock.ts'
import { openReader } from '../open.ts'
import { prepareDatabase } from '../prepare-database.ts'
import type { SqliteSealing } from '../sealing/sqlite-sealing.ts'
import { readDataKey } from '../sealing/data-key.ts'
import { TelemetryDatabase } from '../telemetry/database.ts'
import { endLoad, load, setNumbers } from './bulk-load.ts'
import { findMark, saveMark } from './mark.ts'
import { createReader } from './reader.ts'
import { TelemetryWriter } from './telemetry-writer.ts'

export interface FolderParts {
  readonly folder: string
  /** `drizzle/`, with one folder of migrations a database. */
  readonly migrations: string
  readonly pid: number
  /** Unix seconds. */
  readonly now: number
  /** Seals the secrets of data from before they were sealed, as a start does. */
  readonly sealing: SqliteSealing
  /** Minutes that the server's wall clock is ahead of UTC. */
  readonly utcOffset: number
}

const TELEMETRY = 'telemetry.db'
/** The files of both databases. */
const FILES = /^(?:pulsekey|telemetry)\.db(?:-wal|-shm|-journal)?$/
/** Pages of accounts that become rows of the file together. */
const PAGES_TOGETHER = 64

/**
 * Opens the data of a folder that moves away, and brings it to this version as a start does.
 * @param isForced whether it may have moved away before
 * @param againTo the place to which it may have moved before: that move was killed at its end
 * @throws DataFolderError where a server uses it, or where there is no data
 */
export async function openSqliteSource(
  parts: FolderParts,
  isForced: boolean,
  againTo: string | undefined,
): Promise<MoveSource> {
  const { folder, pid, now } = parts
  const main = join(folder, MAIN_DATABASE)
  if (!existsSync(main)) throw new DataFolderError(`There is no data in ${folder}.`, `${folder} 中没有数据。`)
  const release = lockDataFolder(folder, { pid, since: now })
  try {
    refuseMoved(findMark(folder), folder, isForced, againTo)
    await bringUp(parts)
    const files = { main: openReader(main), telemetry: openReader(join(folder, TELEMETRY)) }
    // Each page is read once.
    for (const db of Object.values(files)) db.pragma('cache_size = -8192')
    return {
      name: folder,
      reader: createReader(files),
      markMoved: (to) => {
        saveMark(folder, { state: 'moved', to, at: now })
        return Promise.resolve()
      },
      close: () => {
        files.main.close()
        files.telemetry.close()
        release()
        return Promise.resolve()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}

/**
 * Opens a folder for data that moves there, and marks it as incomplete.
 * @param from where the data comes from, for people
 * @param again whether it may have the rest of a move that did not end
 * @throws DataFolderError where it has other data
 */
export async function openSqliteTarget(
  parts: FolderParts,
  from: string,
  again: boolean,
): Promise<MoveTarget> {
  const { folder, migrations, pid, now } = parts
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const release = lockDataFolder(folder, { pid, since: now })
  const opened: Database.Database[] = []
  const close = () => {
    for (const db of opened) db.close()
    release()
    return Promise.resolve()
  }
  try {
    const mark = findMark(folder)
    const left = readdirSync(folder).filter((name) => FILES.test(name))
    if (mark?.state === 'incomplete' && !again) throw incomplete(folder, mark.from)
    if (mark?.state !== 'incomplete' && left.length > 0) throw notEmpty(folder)
    saveMark(folder, { state: 'incomplete', from, at: now })
    for (const name of left) rmSync(join(folder, name))
    const file = { main: join(folder, MAIN_DATABASE), telemetry: join(folder, TELEMETRY) }
    const main = await prepareDatabase(file.main, join(migrations, 'main'), now)
    opened.push(main)
    const telemetry = await prepareDatabase(file.telemetry, join(migrations, 'telemetry'), now)
    opened.push(telemetry)
    return {
      name: folder,
      reader: createReader({ main, telemetry }),
      fillMain: async (tables, lastNumbers) => {
        await load(main, tables)
        setNumbers(main, lastNumbers)
        endLoad(main)
      },
      fillTelemetry: async (tables, pages, progress) => {
        await load(telemetry, tables)
        const writer = new TelemetryWriter(telemetry)
        telemetry.exec('BEGIN')
        let waiting = 0
        for await (const page of pages) {
          writer.write(page)
          if (++waiting % PAGES_TOGETHER === 0) telemetry.exec('COMMIT; BEGIN')
        }
        writer.saveProgress(progress, now)
        telemetry.exec('COMMIT')
        endLoad(telemetry)
      },
      settle: () => {
        for (const name of Object.values(file)) syncFile(name)
        return Promise.resolve()
      },
      finish: () => {
        saveMark(folder, undefined)
        return Promise.resolve()
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Completes a restore that was ordered, migrates both files, seals what is not sealed, and stores the pulses that wait in the journal. */
async function bringUp({ folder, migrations, now, sealing, utcOffset }: FolderParts): Promise<void> {
  await finishRestore(folder)
  const main = await prepareDatabase(join(folder, MAIN_DATABASE), join(migrations, 'main'), now)
  try {
    if (readDataKey(main) === undefined) sealing.open(main, now)
  } finally {
    main.close()
  }
  const telemetry = await prepareDatabase(join(folder, TELEMETRY), join(migrations, 'telemetry'), now)
  const isSettled =
    telemetry
      .prepare('SELECT 1 FROM journal UNION ALL SELECT 1 FROM history UNION ALL SELECT 1 FROM latest LIMIT 1')
      .get() === undefined
  if (isSettled) {
    telemetry.close()
    return
  }
  const database = new TelemetryDatabase(telemetry, now)
  // Days of the layout before need the wall clock, which no journal may have noted.
  database.append(new PulseBatch().packed(), utcOffset)
  while (database.work(0));
  database.close()
}

function notEmpty(folder: string): DataFolderError {
  return new DataFolderError(
    `There is data in ${folder} already. Name an empty folder. Nothing was changed.`,
    `${folder} 中已有数据。请指定空文件夹。未作任何更改。`,
  )
}
