import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { MAIN_DATABASE } from '../store/backup-store.ts'
import { DataFolderError } from '../store/data-folder-error.ts'
import { lockDataFolder } from '../store/sqlite/lock.ts'
import { tightenFolder } from '../store/sqlite/private-files.ts'
import { prepareDatabase } from '../store/sqlite/prepare-database.ts'
import { finishRestore } from '../store/sqlite/backups/finish-restore.ts'
import { requireNotMoved } from '../store/sqlite/moving/mark.ts'
import type { SqliteSealing } from '../store/sqlite/sealing/sqlite-sealing.ts'
import { isUnreadable, refusalOf } from '../store/sqlite/refusal.ts'
import { createSqliteStore, type SqliteStore } from '../store/sqlite/store.ts'
import { StorageWatch } from '../store/sqlite/storage-watch.ts'
import { SignatureFiles } from '../store/signatures/signature-files.ts'
import { openFolderTelemetry, type TelemetryParts } from './open-folder-telemetry.ts'
import { closeStores, type Stores } from './stores.ts'

/** The stores of a data folder. */
export interface FolderStores extends Stores {
  readonly store: SqliteStore
}

interface FolderParts extends TelemetryParts {
  readonly pid: number
  readonly sealing: SqliteSealing
  /** Whether data that was moved away may be opened all the same. */
  readonly isForced?: boolean | undefined
}

/**
 * Opens the data folder, creates it on the first run, and finishes a restore that was under way.
 * @throws DataFolderError when it is in use, damaged, incomplete or of a newer version
 */
export async function openStores(parts: FolderParts): Promise<FolderStores> {
  const { folder, clock } = parts
  makeFolder(folder)
  tightenFolder(folder)
  const release = lockDataFolder(folder, { pid: parts.pid, since: clock.now() })
  try {
    const main = join(folder, 'pulsekey.db')
    const side = join(folder, 'telemetry.db')
    requireNotMoved(folder, parts.isForced === true)
    await finishRestore(folder)
    if (!existsSync(main) && existsSync(side)) {
      throw new DataFolderError(
        `${main} is missing though ${side} is there. Put the newest file of the backups folder in its place; a new, empty database is not made over old data.`,
        `找到了 ${side}，但缺少 ${main}。请将备份文件夹中最新的文件放到该位置；不会在旧数据之上新建空数据库。`,
      )
    }
    if (isLeftover(main, folder)) rmSync(main)
    const writer = await prepareDatabase(main, join(parts.migrations, 'main'), clock.now())
    const watch = new StorageWatch({ folder, clock, log: parts.log })
    const openFigures = await openFolderTelemetry(parts, watch)
    const store = createSqliteStore(writer, watch, parts.sealing.open(writer, clock.now()))
    const telemetry = openFigures()
    const signatureLog = new SignatureFiles(join(folder, 'signatures'), () => clock.now(), parts.log)
    return {
      store,
      telemetry,
      signatureLog,
      watch,
      close: () => closeStores({ store, telemetry, signatureLog }, release),
    }
  } catch (error) {
    release()
    throw isUnreadable(error) ? refusalOf(join(folder, MAIN_DATABASE), error) : error
  }
}

/** A first start that was killed leaves an empty file. Nothing beside it can have held data. */
function isLeftover(main: string, folder: string): boolean {
  if (!existsSync(main) || statSync(main).size > 0) return false
  return !existsSync(join(folder, 'telemetry.db')) && !existsSync(join(folder, 'backups'))
}

export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (!statSync(folder).isDirectory()) throw new Error('it is no folder')
  } catch (error) {
    throw new DataFolderError(
      `The data folder ${folder} can't be made: ${error instanceof Error ? error.message : String(error)}. Name another one.`,
      `无法创建数据文件夹 ${folder}：${error instanceof Error ? error.message : String(error)}。请指定其他文件夹。`,
    )
  }
}
