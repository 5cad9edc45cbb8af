import { resolve } from 'node:path'
import process from 'node:process'
import { systemClock } from '../adapters/system.ts'
import type { ServeArguments } from '../arguments.ts'
import type { PlacedArguments } from '../run.ts'
import { dataFolderOf, profileFolder } from './usual-folder.ts'
import { replaceData } from './replace-data.ts'
import type { SettledFolder } from './settle-folder.ts'
import { placesOfThisUser, settleForThisUser } from './user-places.ts'

export interface PlacedData {
  readonly args: PlacedArguments
  /** Undefined where the command line names the folder. */
  readonly settled: SettledFolder | undefined
}

/** The data folder of a start: the one of the command line, else this user's. @throws DataFolderError */
export function placeData(args: ServeArguments): PlacedData {
  const { data, profile, takeData } = args
  if (takeData !== undefined) {
    const folder = data ?? dataFolderOf(profile ?? profileFolder(placesOfThisUser()))
    replaceData(takeData, resolve(folder), { pid: process.pid, now: systemClock.now() })
  }
  if (data !== undefined) return { args: { ...args, data }, settled: undefined }
  const settled = settleForThisUser(profile)
  return { args: { ...args, data: settled.folder }, settled }
}
