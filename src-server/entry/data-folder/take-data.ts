import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { DataFolderError } from '../../store/data-folder-error.ts'
import { syncFolder } from '../../store/sqlite/backups/places.ts'
import { lockDataFolder } from '../../store/sqlite/lock.ts'
import { writePrivate } from '../machine-key.ts'

/** While this file exists, the rest of the data is still in the folder that it names. */
const JOURNAL = 'taking.json'
const journal = z.object({ from: z.string() })

/** Everything that a server keeps in its data folder, except its lock. A profile has other programs' files beside it. */
const DATA =
  /^(?:(?:pulsekey|telemetry)\.db(?:-wal|-shm)?|telemetry-damaged-[\w.-]+|(?:restore|incidents|console-port|move|data-move)\.json|machine\.key|recovery-key\.txt|backups|signatures|moves|restoring)$/
const LOCK = /^server\.lock\.(?:db|json)(?:-[a-z]+)?$/
/** Moved last: while it is in the old folder, the old folder is the one with data. */
const LAST = 'pulsekey.db'

export interface Taker {
  readonly pid: number
  /** Unix seconds. */
  readonly now: number
  /** Tests fail at one of the renames. */
  readonly rename?: (from: string, to: string) => void
}

/** Whether data can be moved by renaming, whole or not at all. */
export function canTake(from: string, to: string): boolean {
  mkdirSync(to, { recursive: true, mode: 0o700 })
  return statSync(from).dev === statSync(to).dev
}

/**
 * Moves the data of a folder into another one that has none. After a kill at any point, `finishTaking` continues.
 * @throws DataFolderError while a server uses the old folder, or where a file can't be moved
 */
export function takeData(from: string, to: string, taker: Taker): void {
  mkdirSync(to, { recursive: true, mode: 0o700 })
  const release = lockDataFolder(from, { pid: taker.pid, since: taker.now })
  try {
    writePrivate(join(to, JOURNAL), JSON.stringify({ from }))
    moveAll(from, to, taker.rename ?? renameSync)
  } finally {
    release()
  }
  settle(from, to)
}

/** Continues a move that was interrupted. @throws DataFolderError */
export function finishTaking(to: string, taker: Taker): void {
  const from = readJournal(to)
  if (from === undefined) return
  const release = existsSync(from) ? lockDataFolder(from, { pid: taker.pid, since: taker.now }) : undefined
  try {
    if (release !== undefined) moveAll(from, to, taker.rename ?? renameSync)
  } finally {
    release?.()
  }
  settle(from, to)
}

function moveAll(from: string, to: string, rename: (from: string, to: string) => void): void {
  const names = readdirSync(from).filter((name) => DATA.test(name))
  for (const name of names.sort((a, b) => Number(a === LAST) - Number(b === LAST))) {
    try {
      rename(join(from, name), join(to, name))
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw new DataFolderError(
        `The data in ${from} could not all be moved to ${to}: ${why}. Close programs that use these files, and start again: the move continues.`,
        `${from} 中的数据未能全部移到 ${to}：${why}。请关闭使用这些文件的程序并重新启动，移动会继续。`,
      )
    }
  }
  syncFolder(to)
  syncFolder(from)
}

/** Ends the move. Removes the old lock, and the old folder where nothing else is in it. */
function settle(from: string, to: string): void {
  rmSync(join(to, JOURNAL))
  syncFolder(to)
  try {
    const names = readdirSync(from)
    for (const name of names.filter((one) => LOCK.test(one))) rmSync(join(from, name), { force: true })
    if (names.every((name) => LOCK.test(name))) rmSync(from, { recursive: true })
  } catch {
    // An empty folder that stays does no harm.
  }
}

function readJournal(to: string): string | undefined {
  const file = join(to, JOURNAL)
  if (!existsSync(file)) return undefined
  try {
    return journal.parse(JSON.parse(readFileSync(file, 'utf8'))).from
  } catch (error) {
    throw new DataFolderError(
      `${file}, which names the folder that the data comes from, can't be read: ${error instanceof Error ? error.message : String(error)}. Name the data folder with --data.`,
      `无法读取 ${file}（记录数据来源的文件夹）：${error instanceof Error ? error.message : String(error)}。请用 --data 指定数据文件夹。`,
    )
  }
}
