import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { KeptMove } from '../../services/move/move-host.ts'
import { DataFolderError } from '../../store/data-folder-error.ts'
import { syncFolder } from '../../store/sqlite/backups/places.ts'
import { writePrivate } from '../machine-key.ts'

const keptMove = z.object({
  id: z.string().min(16),
  state: z.enum(['moving', 'moved']),
  to: z.string(),
  since: z.int(),
  bundle: z.object({ path: z.string(), size: z.int(), sha256: z.string(), madeAt: z.int() }).nullable(),
})

const fileOf = (folder: string): string => join(folder, 'move.json')

/** @throws DataFolderError for a file that can't be read: serving could make a second server that decides */
export function readMove(folder: string): KeptMove | undefined {
  const file = fileOf(folder)
  if (!existsSync(file)) return undefined
  try {
    return keptMove.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new DataFolderError(
      `${file} says that this server moves to another machine, and can't be read: ${reason}. Delete it only if no other machine has this data.`,
      `${file} 表示此服务器正在迁移到另一台机器，但无法读取：${reason}。只有在没有其他机器使用这份数据时才可以删除它。`,
    )
  }
}

export function writeMove(folder: string, move: KeptMove | undefined): void {
  if (move === undefined) rmSync(fileOf(folder), { force: true })
  else writePrivate(fileOf(folder), JSON.stringify(move))
  syncFolder(folder)
}
