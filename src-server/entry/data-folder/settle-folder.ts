import { join } from 'node:path'
import { DataFolderError } from '../../store/data-folder-error.ts'
import { changedAt, hasData, isSameFolder } from './folder-state.ts'
import { canTake, finishTaking, takeData, type Taker } from './take-data.ts'
import { dataFolderOf, earlierFolders, profileFolder, type UserPlaces } from './usual-folder.ts'

/** A folder with data that the server does not use. */
export interface OtherData {
  readonly folder: string
  /** Unix milliseconds. */
  readonly changedAt: number
}

export interface SettledFolder {
  readonly folder: string
  /** The folder that the data was in until this start. */
  readonly takenFrom: string | undefined
  /** The data is in the folder of an earlier version, because it can't be moved by renaming. */
  readonly isEarlier: boolean
  /** Other folders with data. */
  readonly others: readonly OtherData[]
}

export interface SettleParts {
  readonly user: UserPlaces
  /** The desktop's profile, where it isn't the usual one. */
  readonly profile?: string | undefined
  /** The person who became root by sudo, with their home. */
  readonly sudoUser?: { readonly name: string; readonly home: string } | undefined
  readonly taker: Taker
}

/** The data folder in use, without a change: for commands beside a server. */
export function findDataFolder(user: UserPlaces): string {
  const usual = dataFolderOf(profileFolder(user))
  if (hasData(usual)) return usual
  return earlierFolders(user).find(hasData) ?? usual
}

/**
 * The data folder where the command line names none. Data of an earlier version is taken from its place when there is
 * none here, so that there is never a second, empty world.
 * @throws DataFolderError where the data belongs to another user, or can't be taken
 */
export function settleDataFolder({ user, profile, sudoUser, taker }: SettleParts): SettledFolder {
  const folder = dataFolderOf(profile ?? profileFolder(user))
  finishTaking(folder, taker)
  const places = placesWithData(user, profile, folder)
  if (hasData(folder))
    return { folder, takenFrom: undefined, isEarlier: false, others: places.map(described) }
  const [from, ...others] = places
  if (from === undefined) {
    refuseForSudo(user, sudoUser)
    return { folder, takenFrom: undefined, isEarlier: false, others: [] }
  }
  if (!canTake(from, folder))
    return { folder: from, takenFrom: undefined, isEarlier: true, others: others.map(described) }
  takeData(from, folder, taker)
  return { folder, takenFrom: from, isEarlier: false, others: others.map(described) }
}

/** A profile that the command line names is a world of its own. */
function placesWithData(user: UserPlaces, profile: string | undefined, folder: string): string[] {
  const usual = profileFolder(user)
  const isUsual = profile === undefined || profile === usual || isSameFolder(profile, usual)
  const places = isUsual ? earlierFolders(user) : [join(folder, '..')]
  return places.filter((place) => hasData(place) && !isSameFolder(place, folder))
}

function described(folder: string): OtherData {
  return { folder, changedAt: changedAt(folder) }
}

/** Under sudo the home is root's. A new, empty world there would hide the person's own data. */
function refuseForSudo(user: UserPlaces, sudoUser: SettleParts['sudoUser']): void {
  if (sudoUser === undefined) return
  const theirs = { ...user, home: sudoUser.home, env: {} }
  const found = [dataFolderOf(profileFolder(theirs)), ...earlierFolders(theirs)].find(hasData)
  if (found === undefined) return
  throw new DataFolderError(
    `The data is in ${found} and belongs to ${sudoUser.name}. Start without sudo, or name a folder with --data.`,
    `数据在 ${found} 中，属于 ${sudoUser.name}。请不用 sudo 启动，或用 --data 指定文件夹。`,
  )
}

/** Says where the data is, and names data that this server does not use. */
export function describeFolder({ folder, takenFrom, isEarlier, others }: SettledFolder): string[] {
  return [
    takenFrom === undefined
      ? `The data is in ${folder}`
      : `The data of an earlier version was in ${takenFrom}. It was moved to ${folder}`,
    ...(isEarlier ? ['An earlier version put it there. It stays, because its disk is another one'] : []),
    ...others.map(
      (other) =>
        `There is other data in ${other.folder}, last changed ${new Date(other.changedAt).toISOString()}. This server does not use it. To use that data instead, stop the server and run: npm run cli -- take-data --from "${other.folder}"`,
    ),
  ]
}
