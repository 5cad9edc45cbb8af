import { existsSync, renameSync } from 'node:fs'
import { resolve } from 'node:path'
import { DataFolderError } from '../../store/data-folder-error.ts'
import { findHolder } from '../../store/sqlite/lock.ts'
import { hasData, isSameFolder } from './folder-state.ts'
import { canTake, takeData, type Taker } from './take-data.ts'

/**
 * Moves the data of another folder to this one. The data that was here is set aside, whole, beside it.
 * @returns the folder with the data that was set aside, if there was any
 * @throws DataFolderError where there is nothing to take, a server uses one of the folders, or a disk is another one
 */
export function replaceData(given: string, folder: string, taker: Taker): string | undefined {
  const from = resolve(given)
  if (!hasData(from))
    throw new DataFolderError(
      `There is no data in ${from}. Nothing was changed.`,
      `${from} 中没有数据。未作任何更改。`,
    )
  if (isSameFolder(from, folder))
    throw new DataFolderError(`The data is in ${folder} already.`, `数据已在 ${folder} 中。`)
  for (const place of [from, folder])
    if (existsSync(place) && findHolder(place) !== undefined)
      throw new DataFolderError(
        `A server is running on ${place}. Stop it first. Nothing was changed.`,
        `${place} 正被一台运行中的服务器使用。请先停止它。未作任何更改。`,
      )
  if (!canTake(from, folder))
    throw new DataFolderError(
      `${from} is on another disk than ${folder}. Stop the servers and copy the whole folder by hand, or name it with --data.`,
      `${from} 与 ${folder} 不在同一磁盘。请停止服务器并手动复制整个文件夹，或用 --data 指定它。`,
    )
  const aside = hasData(folder) ? `${folder}-set-aside-${stampOf(taker.now)}` : undefined
  if (aside !== undefined) renameSync(folder, aside)
  takeData(from, folder, taker)
  return aside
}

const stampOf = (at: number): string => new Date(at * 1000).toISOString().replaceAll(/[-:]|\.\d+/g, '')
